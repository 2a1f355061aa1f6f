import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { ensureTable, setIndexes } from "./catalog-store.ts";
import type { IndexDefinition } from "./catalog.ts";
import { disagreements } from "./test-index-consistency.ts";
import { BY_AB, openTestDatabase } from "./test-database.ts";
import type { TestDatabase } from "./test-database.ts";

let db: TestDatabase;

beforeEach(() => {
  db = openTestDatabase();
});

afterEach(() => db.close());

const BY_B: IndexDefinition = { ...BY_AB, name: "by_b", fields: ["b", "_creationTime", "_id"] };

function valuesBy(name: string): unknown[] {
  const { database, table } = db;
  const index = must(table.indexes.get(name), name);
  const rows = { lower: Buffer.alloc(0), upper: null };
  return database.store.scan(index.address, rows, "asc", 100).map((row) => {
    const { a } = JSON.parse(row.text) as { a: unknown };
    return a;
  });
}

const fill = () =>
  db.database.transact((writer) => {
    for (const [a, b] of [
      [1, 30],
      [2, 10],
      [3, 20],
    ]) {
      db.insert(writer, { a: a ?? 0, b: b ?? 0 });
    }
  });

test("tables and indexes are there after the store is opened again", () => {
  fill();
  const { tablet, number } = db.table;
  db = db.reopen();
  expect(db.table).toMatchObject({ tablet, number, name: "things" });
  expect([...db.table.indexes.keys()].sort()).toEqual(["by_ab", "by_creation_time", "by_id"]);
  expect(valuesBy("by_ab")).toEqual([1, 2, 3]);
});

test("[D3] a new index is filled from what the table holds", () => {
  fill();
  setIndexes(db.database, db.table, [BY_AB, BY_B]);
  expect(valuesBy("by_b")).toEqual([2, 3, 1]);
});

test("[D3] an index whose fields have changed is made anew", () => {
  fill();
  setIndexes(db.database, db.table, [{ ...BY_B, name: "by_ab" }]);
  expect(valuesBy("by_ab")).toEqual([2, 3, 1]);
});

test("a removed index is deleted, and its number is not reused", () => {
  fill();
  const old = must(db.table.indexes.get("by_ab"), "by_ab");
  setIndexes(db.database, db.table, []);
  expect(db.table.indexes.has("by_ab")).toBe(false);
  expect(
    db.database.store.scan(old.address, { lower: Buffer.alloc(0), upper: null }, "asc", 10),
  ).toEqual([]);
  setIndexes(db.database, db.table, [BY_B]);
  expect(db.table.indexes.get("by_b")?.rangeId).not.toBe(old.rangeId);
});

test("the same table of two components is two tables", () => {
  const theirs = ensureTable(db.database, "component", "things");
  expect(theirs.tablet).not.toBe(db.table.tablet);
  expect(ensureTable(db.database, "component", "things")).toBe(theirs);
});

/** Writes nothing more after so many writes, as a process that is killed, or a disk that is full. */
function endAfter(writes: number): void {
  const { store } = db.database;
  const stage = store.stage.bind(store);
  let done = 0;
  store.stage = (batch) => {
    if (done === writes) throw new Error("the end");
    done += 1;
    stage(batch);
  };
}

test.each([0, 1, 2])(
  "[D3, T6] indexes agree with documents when a process ends after %i writes of making one",
  (writes) => {
    fill();
    endAfter(writes);
    const make = () => {
      setIndexes(db.database, db.table, [BY_AB, BY_B]);
      ensureTable(db.database, "", "others");
    };
    expect(make).toThrow("the end");
    db = db.reopen();
    // Whatever is made next may get the number that the other had.
    const byBoth = { ...BY_B, name: "by_both", fields: ["b", "a", "_creationTime", "_id"] };
    setIndexes(db.database, db.table, [BY_AB, byBoth]);
    ensureTable(db.database, "", "others");
    expect(valuesBy("by_both")).toEqual([2, 3, 1]);
    db.database.close();
    const found = disagreements(db.file);
    db = openTestDatabase(path.dirname(db.file));
    expect(found).toEqual([]);
  },
);
