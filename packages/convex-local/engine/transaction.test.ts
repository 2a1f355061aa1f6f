import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestDatabase } from "./test-database.ts";
import type { TestDatabase } from "./test-database.ts";
import { Conflict } from "./transaction.ts";
import type { Transaction } from "./transaction.ts";
import type { JsonObject } from "../values/json.ts";

let db: TestDatabase;

beforeEach(() => {
  db = openTestDatabase();
});

afterEach(() => db.close());

const commit = <T>(task: (transaction: Transaction) => T) => db.database.transact(task);
const as = (documents: JsonObject[]) => documents.map(({ a }) => a);
const fill = (...values: number[]) =>
  commit((transaction) => values.map((a) => db.insert(transaction, { a, b: 0 })));

function change(transaction: Transaction, id: string, fields: JsonObject): void {
  const json = transaction.get(db.table, id)?.json();
  transaction.put(db.table, { ...json, ...fields });
}

test.each(["asc", "desc"] as const)(
  "[T3] own writes stand in the order of the index, %s",
  (order) => {
    const [, two, four] = fill(1, 2, 4);
    commit((transaction) => {
      db.insert(transaction, { a: 3, b: 0 });
      db.insert(transaction, { a: 0, b: 0 });
      change(transaction, two ?? "", { a: 9 });
      transaction.remove(db.table, four ?? "");
      const expected = [0, 1, 3, 9];
      const seen = as(db.read(transaction, order));
      expect(seen).toEqual(order === "asc" ? expected : expected.toReversed());
    });
    expect(as(commit((transaction) => db.read(transaction)))).toEqual([0, 1, 3, 9]);
  },
);

test("[T3] other transactions do not see uncommitted writes", () => {
  const writer = db.database.begin();
  db.insert(writer, { a: 1, b: 0 });
  expect(commit((reader) => db.read(reader))).toEqual([]);
  db.database.commit(writer);
  expect(commit((reader) => db.read(reader))).toHaveLength(1);
});

test("[T4] a rollback to a savepoint leaves no trace of the writes after it", () => {
  const [one] = fill(1);
  commit((transaction) => {
    change(transaction, one ?? "", { a: 5 });
    const mark = transaction.mark();
    change(transaction, one ?? "", { a: 6 });
    db.insert(transaction, { a: 7, b: 0 });
    transaction.remove(db.table, one ?? "");
    transaction.rollBackTo(mark);
    expect(as(db.read(transaction))).toEqual([5]);
  });
  expect(as(commit((transaction) => db.read(transaction)))).toEqual([5]);
});

test("[T4] a document made and unmade in one transaction leaves no trace", () => {
  const before = db.database.latest();
  commit((transaction) => {
    const id = db.insert(transaction, { a: 1, b: 0 });
    transaction.remove(db.table, id);
  });
  expect(db.database.store.count(db.table.tablet)).toBe(0);
  expect(db.database.latest()).toBeGreaterThan(before);
});

test("[T1] a snapshot moves forward while nothing that was read has changed", () => {
  const [one, two] = fill(1, 2);
  const reader = db.database.begin();
  expect(reader.get(db.table, one ?? "")?.json().a).toBe(1);
  commit((writer) => change(writer, two ?? "", { a: 20 }));
  expect(reader.get(db.table, two ?? "")?.json().a).toBe(20);
  expect(reader.mustRerun).toBe(false);
  db.database.end(reader);
});

test("[T1, T2] a transaction whose reads have changed must rerun, even if it catches the conflict", () => {
  const [one, two] = fill(1, 2);
  const reader = db.database.begin();
  reader.get(db.table, one ?? "");
  commit((writer) => change(writer, one ?? "", { a: 10 }));
  expect(() => reader.get(db.table, two ?? "")).toThrow(Conflict);
  expect(reader.mustRerun).toBe(true);
  expect(() => db.database.commit(reader)).toThrow(Conflict);
  db.database.end(reader);
});

test("[T2] two that read the same and write to it cannot both commit", () => {
  const [counter] = fill(0);
  const both = [db.database.begin(), db.database.begin()];
  for (const one of both) {
    const now = one.get(db.table, counter ?? "")?.json().a as number;
    change(one, counter ?? "", { a: now + 1 });
  }
  const [first, second] = both as [Transaction, Transaction];
  db.database.commit(first);
  expect(() => db.database.commit(second)).toThrow(Conflict);
  for (const one of both) db.database.end(one);
});

test("[T8] a write behind the last document that was taken does not conflict", () => {
  fill(1, 3, 5);
  const reader = db.database.begin();
  expect(as(db.read(reader, "asc", 2))).toEqual([1, 3]);
  fill(4);
  expect(() => reader.refresh()).not.toThrow();
  fill(2);
  expect(() => reader.refresh()).toThrow(Conflict);
  db.database.end(reader);
});

test("[T8] what was consumed conflicts and what was not does not, at every place", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 0, max: 10 }),
      fc.constantFrom("asc" as const, "desc" as const),
      (taken, place, order) => {
        const fresh = openTestDatabase();
        try {
          fresh.database.transact((writer) => {
            for (const a of [2, 4, 6, 8]) fresh.insert(writer, { a, b: 0 });
          });
          const reader = fresh.database.begin();
          const seen = as(fresh.read(reader, order, taken)) as number[];
          fresh.database.transact((writer) => fresh.insert(writer, { a: place, b: 0 }));
          const last = seen.at(-1);
          // A new document comes after an older one with the same fields.
          const isBehindReader =
            last !== undefined && (order === "asc" ? place < last : place >= last);
          expect(fresh.database.log.touches(reader.reads, reader.snapshotTimestamp)).toBe(
            taken > seen.length || isBehindReader,
          );
          fresh.database.end(reader);
        } finally {
          fresh.close();
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("a walk continues correctly when commits arrive ahead of it", () => {
  fill(...Array.from({ length: 40 }, (_, i) => i * 2));
  const reader = db.database.begin();
  const range = { lower: Buffer.alloc(0), upper: null };
  const rows = reader.walk({ table: db.table, index: db.index, range, order: "asc" });
  const seen: unknown[] = [];
  for (let row = rows.next(); row !== null; row = rows.next()) {
    const a = row.document.json().a as number;
    seen.push(a);
    if (a === 10) fill(11, 79);
  }
  expect(seen).toEqual([
    ...[0, 2, 4, 6, 8, 10, 11],
    ...Array.from({ length: 34 }, (_, i) => 12 + i * 2),
    79,
  ]);
  db.database.end(reader);
});

test("a walk sees its own writes ahead of it, and not those behind", () => {
  fill(1, 2, 3);
  commit((transaction) => {
    const range = { lower: Buffer.alloc(0), upper: null };
    const rows = transaction.walk({ table: db.table, index: db.index, range, order: "asc" });
    const seen: unknown[] = [];
    for (let row = rows.next(); row !== null; row = rows.next()) {
      const { a } = row.document.json() as { a: number };
      seen.push(a);
      if (a === 2) for (const own of [0, 2.5]) db.insert(transaction, { a: own, b: 0 });
    }
    expect(seen).toEqual([1, 2, 2.5, 3]);
  });
});

test("[T7] a transaction that reads too much fails with the limit's message", () => {
  fill(1, 2, 3);
  const reader = db.database.begin();
  reader.limits = { ...reader.limits, documentsRead: 2 };
  expect(() => db.read(reader)).toThrow(
    "Too many documents read in a single function execution (limit: 2)",
  );
  db.database.end(reader);
});

interface Step {
  who: number;
  from: number;
  to: number;
}

test("[T1, T2] any interleaving of transactions has the result of some serial order", () => {
  const step = fc.record({
    who: fc.nat({ max: 2 }),
    from: fc.nat({ max: 3 }),
    to: fc.nat({ max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 24 }), (steps) => {
      const fresh = openTestDatabase();
      try {
        checkSerializable(fresh, steps);
      } finally {
        fresh.close();
      }
    }),
    { numRuns: 60 },
  );
});

/** Three transactions add cells to each other in turns; those that commit are replayed in order. */
function checkSerializable(fresh: TestDatabase, steps: readonly Step[]): void {
  const { database, table } = fresh;
  const ids = database.transact((writer) =>
    [0, 1, 2, 3].map((b) => fresh.insert(writer, { a: b + 1, b })),
  );
  const cell = (transaction: Transaction, at: number) =>
    transaction.get(table, ids[at] ?? "")?.json() as { a: number };
  const begin = () => ({ transaction: database.begin(), done: [] as Step[] });
  const running = [begin(), begin(), begin()];
  const committed: Step[] = [];
  for (const step of steps) {
    const one = running[step.who] ?? begin();
    try {
      const sum = cell(one.transaction, step.from).a + cell(one.transaction, step.to).a;
      one.transaction.put(table, { ...cell(one.transaction, step.to), a: sum });
      one.done.push(step);
      if (one.done.length < 3) continue;
      database.commit(one.transaction);
      committed.push(...one.done);
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
    database.end(one.transaction);
    running[step.who] = begin();
  }
  for (const { transaction } of running) database.end(transaction);
  const expected = [1, 2, 3, 4];
  for (const { from, to } of committed) {
    expected[to] = (expected[from] ?? 0) + (expected[to] ?? 0);
  }
  expect(database.transact((reader) => ids.map((_, at) => cell(reader, at).a))).toEqual(expected);
}
