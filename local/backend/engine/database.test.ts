import { afterEach, beforeEach, expect, test } from "vitest";
import { AdjustableClock } from "../../clock.ts";
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
