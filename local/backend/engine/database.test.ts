import { rmSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AdjustableClock } from "../../clock.ts";
import { openSqliteStore } from "../storage/sqlite-store.ts";
import { copyOfData } from "../storage/test-copy.ts";
import { ensureTable, loadCatalog, setIndexes } from "./catalog-store.ts";
import { Database } from "./database.ts";
import { BY_AB, openTestDatabase } from "./test-database.ts";
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

test("[T6] what is committed in one turn is read at once, and told together when it is on disk", async () => {
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

test("[T6] who writes nothing but has read what is not on disk is told after it", async () => {
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

test("[T6] the backend's own short work is on disk when it returns, and all before it", () => {
  const told: string[] = [];
  commit(told, "before");
  insert();
  expect(told).toEqual(["before"]);
});

test("[T6] tables and indexes that are made together are on disk when that returns, and wait for it once", () => {
  const { database } = db;
  const { store } = database;
  const syncs: string[] = [];
  const syncNow = store.syncNow.bind(store);
  store.syncNow = () => {
    syncs.push("sync");
    syncNow();
  };
  const before = database.latest();
  database.directlyTogether(() => {
    for (const name of ["one", "two", "three"]) {
      setIndexes(database, ensureTable(database, "", name), [BY_AB]);
      expect(database.latest()).toBe(before);
    }
  });
  expect(syncs).toEqual(["sync"]);
  expect(database.latest()).toBeGreaterThan(before);
  const copy = copyOfData(path.dirname(db.file));
  const reopened = new Database(openSqliteStore(copy), clock);
  loadCatalog(reopened);
  for (const name of ["one", "two", "three"]) {
    const found = reopened.catalog.table("", name);
    expect([...(found?.indexes.keys() ?? [])]).toEqual(["by_id", "by_creation_time", "by_ab"]);
  }
  reopened.close();
  rmSync(path.dirname(copy), { recursive: true });
});

test("[T6] when the disk does not answer for a group, whoever waits is told, and the next one goes on", async () => {
  const { database } = db;
  const told: string[] = [];
  const { store } = database;
  const sync = store.sync.bind(store);
  store.sync = () => {
    store.sync = sync;
    return Promise.reject(new Error("no answer"));
  };
  // More are under way than have committed, so that the disk is not waited for.
  const others = [database.begin(), database.begin()];
  const timestamp = commit(told, "unknown");
  await expect(database.durable(timestamp)).rejects.toThrow("no answer");
  for (const other of others) expect(() => other.refresh()).toThrow();
  expect(told).toEqual([]);
  await database.durable(commit(told, "later"));
  expect(told).toEqual(["later"]);
  for (const other of others) database.end(other);
});

test("[T6] when the disk refuses a group nothing of it remains, and who has read of it runs again", async () => {
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
