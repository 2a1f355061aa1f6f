import { afterEach, beforeEach, expect, test } from "vitest";
import { Conflict } from "../engine/transaction.ts";
import { openTestDatabase } from "../engine/test-database.ts";
import type { TestDatabase } from "../engine/test-database.ts";
import { createReplayLog } from "./replay-log.ts";
import type { ReplayKey, ReplayLog } from "./replay-log.ts";

let db: TestDatabase;
let log: ReplayLog;

beforeEach(() => {
  db = openTestDatabase();
  log = createReplayLog(db.database);
});

afterEach(() => db.close());

const ANSWER = { result: "done", logLines: [] };

function carryOut(key: ReplayKey): void {
  db.database.transact((transaction) => {
    log.claim(transaction, key);
    log.record(transaction, key, ANSWER);
  });
}

test("a request is carried out once, in whatever order its session's come", () => {
  for (const requestId of [0, 5, 3]) carryOut({ sessionId: "one", requestId });
  for (const requestId of [0, 3, 5]) {
    const again = () => carryOut({ sessionId: "one", requestId });
    expect(again).toThrow(`Request ${requestId} of session one was carried out already`);
  }
  carryOut({ sessionId: "another", requestId: 5 });
  expect(log.find({ sessionId: "one", requestId: 3 })).toMatchObject(ANSWER);
  expect(log.find({ sessionId: "one", requestId: 4 })).toBeNull();
});

test("if two transactions claim the same request at once, the second must run again", () => {
  const key = { sessionId: "one", requestId: 1 };
  const late = db.database.begin();
  log.claim(late, key);
  log.record(late, key, ANSWER);
  carryOut(key);
  expect(() => db.database.commit(late)).toThrow(Conflict);
  db.database.end(late);
});

test("what a session did before this process counts as well", () => {
  carryOut({ sessionId: "one", requestId: 7 });
  log = createReplayLog(db.database);
  expect(() => carryOut({ sessionId: "one", requestId: 7 })).toThrow("was carried out already");
  carryOut({ sessionId: "one", requestId: 8 });
  expect(() => carryOut({ sessionId: "one", requestId: 8 })).toThrow("was carried out already");
});
