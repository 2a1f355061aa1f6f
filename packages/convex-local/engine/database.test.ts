import { afterEach, beforeEach, expect, test } from "vitest";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { openTestDatabase } from "./test-database.ts";
import type { TestDatabase } from "./test-database.ts";

const HOUR_MS = 3_600_000;

/** A wall clock that somebody sets. */
class WallClock extends AdjustableClock {
  setBackMs = 0;
  override now(): number {
    return super.now() - this.setBackMs;
  }
}

let clock: WallClock;
let db: TestDatabase;

beforeEach(() => {
  clock = new WallClock();
  db = openTestDatabase(undefined, clock);
});

afterEach(() => db.close());

function insert(): number {
  const { database } = db;
  let created = 0;
  database.transact((transaction) => {
    const id = db.insert(transaction, { a: 1, b: 1 });
    created = transaction.get(db.table, id)?.json()._creationTime as number;
  });
  return created;
}

test("[T5] timestamps and creation times grow when the clock is set back, while running and between runs", () => {
  const created: number[] = [];
  const timestamps: bigint[] = [];
  const insertMany = () => {
    for (let count = 0; count < 100; count += 1) {
      created.push(insert());
      timestamps.push(db.database.latest());
    }
  };
  insertMany();
  clock.setBackMs = HOUR_MS;
  insertMany();
  db = db.reopen();
  insertMany();
  clock.setBackMs = 2 * HOUR_MS;
  db = db.reopen();
  insertMany();
  for (const times of [created, timestamps]) {
    expect(times.findIndex((time, at) => at > 0 && time <= (times[at - 1] ?? time))).toBe(-1);
  }
});

test("[T5] a commit's timestamp is not before its documents' creation times", () => {
  clock.setBackMs = HOUR_MS;
  for (let count = 0; count < 100; count += 1) {
    const created = insert();
    expect(Number(db.database.latest()) / 1e6).toBeGreaterThanOrEqual(created);
  }
});

/** Commits a document and notes when that is told. */
function commit(told: string[], name: string): bigint {
  const { database } = db;
  const transaction = database.begin();
  db.insert(transaction, { a: name, b: 1 });
  const timestamp = database.commit(transaction, () => told.push(name));
  database.end(transaction);
  return timestamp;
}

function count(): number {
  return db.database.transact((transaction) => db.read(transaction).length);
}

test("[T6] commits of one turn are readable at once, and announced together when they are on disk", async () => {
  const { database } = db;
  const told: string[] = [];
  database.onCommit(() => told.push("heard"));
  const first = commit(told, "first");
  const second = commit(told, "second");
  expect([count(), told, database.latest() < first]).toEqual([2, [], true]);
  await database.durable(second);
  expect(told).toEqual(["first", "heard", "second", "heard"]);
  expect(database.latest()).toBe(second);
  expect(database.durable(first)).toBeUndefined();
});

test("[T6] a read-only transaction that read an unflushed commit is answered after the flush", async () => {
  const { database } = db;
  const told: string[] = [];
  const timestamp = commit(told, "writer");
  const reader = database.begin();
  db.read(reader);
  database.commit(reader, () => told.push("reader"));
  database.end(reader);
  expect(told).toEqual([]);
  await database.durable(timestamp);
  expect(told).toEqual(["writer", "reader"]);
});

test("[T6] the backend's own transactions are on disk when they return, with all commits before them", () => {
  const told: string[] = [];
  commit(told, "before");
  insert();
  expect(told).toEqual(["before"]);
});

test("[T6] if the disk refuses a group of commits, none of it remains, and its readers run again", async () => {
  const { database } = db;
  const told: string[] = [];
  const before = database.latest();
  const heard: boolean[] = [];
  database.onCommit(({ touchesEverything }) => heard.push(touchesEverything === true));
  const { store } = database;
  const flush = store.flush.bind(store);
  const timestamp = commit(told, "lost");
  const reader = database.begin();
  expect(db.read(reader)).toHaveLength(1);
  store.flush = () => {
    store.flush = flush;
    // What cannot be written takes along what was staged before it, as on a disk that is full.
    const content = { text: null as unknown as string, sizeBytes: 0 };
    const documents = [{ tablet: 1, key: Buffer.from([1]), content }];
    store.stage({ timestamp, documents, entries: [] });
  };
  await expect(database.durable(timestamp)).rejects.toThrow("cannot be");
  expect([told, heard, count()]).toEqual([[], [true], 0]);
  expect(() => reader.refresh()).toThrow();
  database.end(reader);
  expect(database.latest()).toBeGreaterThan(before);
  await database.durable(commit(told, "later"));
  expect([told, count()]).toEqual([["later"], 1]);
});
