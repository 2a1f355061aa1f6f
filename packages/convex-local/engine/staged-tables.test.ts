import { afterEach, beforeEach, expect, test } from "vitest";
import { newDocumentId } from "../values/document-id.ts";
import { yieldEvery } from "./yield-every.ts";
import type { Table } from "./catalog.ts";
import { loadCatalog } from "./catalog-store.ts";
import { Database } from "./database.ts";
import { documentFromJson } from "./document.ts";
import { discardTable, fillStaged, stageTable, swapTables } from "./staged-tables.ts";
import { openTestDatabase } from "./test-database.ts";
import type { TestDatabase } from "./test-database.ts";
import { Conflict } from "./transaction.ts";

let test_: TestDatabase;

beforeEach(() => {
  test_ = openTestDatabase();
});

afterEach(() => test_.close());

function staged(numbers: readonly number[]): Table {
  const { database, table } = test_;
  const incoming = stageTable(database, { ...table, number: table.number + 7 }, table);
  const documents = numbers.map((a) =>
    documentFromJson({ _id: newDocumentId(incoming.number), _creationTime: a, a, b: 0 }),
  );
  fillStaged(database, incoming, documents);
  return incoming;
}

const readAll = () => {
  const { database } = test_;
  const table = database.catalog.table(test_.table.component, test_.table.name) ?? test_.table;
  const index = table.indexes.get("by_ab") ?? test_.index;
  return database.transact((transaction) => {
    const range = { lower: Buffer.alloc(0), upper: null };
    const rows = transaction.walk({ table, index, range, order: "asc" });
    const found: unknown[] = [];
    for (let row = rows.next(); row !== null; row = rows.next()) {
      found.push(row.document.json().a);
    }
    return found;
  });
};

test("[T9] a staged table is invisible until it replaces the other, with its indexes", () => {
  const { database, table } = test_;
  database.transact((transaction) => test_.insert(transaction, { a: 1, b: 1 }));
  const incoming = staged([7, 5, 6]);
  expect(readAll()).toEqual([1]);
  swapTables(database, { incoming: [incoming], outgoing: [table] });
  expect(readAll()).toEqual([5, 6, 7]);
  expect(database.catalog.tableByNumber(table.component, table.number)).toBeUndefined();
});

test("[T9] a transaction that has read a table that is then replaced runs again", () => {
  const { database, table } = test_;
  const transaction = database.begin();
  test_.read(transaction);
  swapTables(database, { incoming: [staged([1])], outgoing: [table] });
  expect(() => transaction.refresh()).toThrow(Conflict);
  database.end(transaction);
});

test("[T9] a table that a crash left hidden stays hidden, and is deleted without a trace", async () => {
  const incoming = staged(Array.from({ length: 1_200 }, (_, i) => i));
  test_ = test_.reopen();
  expect(readAll()).toEqual([]);
  const { database } = test_;
  const [hidden] = loadCatalog(new Database(database.store, { now: Date.now } as never));
  expect(hidden?.tablet).toBe(incoming.tablet);
  if (hidden === undefined) return;
  await discardTable(database, hidden, yieldEvery());
  expect(database.store.count(incoming.tablet)).toBe(0);
  for (const { address } of incoming.indexes.values()) {
    const rows = database.store.scan(address, { lower: Buffer.alloc(0), upper: null }, "asc", 1);
    expect(rows).toEqual([]);
  }
});

test("a snapshot of the store shows nothing that was written after it", () => {
  const { database, table } = test_;
  database.transact((transaction) => test_.insert(transaction, { a: 1, b: 1 }));
  const snapshot = database.store.snapshot();
  database.transact((transaction) => test_.insert(transaction, { a: 2, b: 1 }));
  expect(snapshot.count(table.tablet)).toBe(1);
  expect(database.store.count(table.tablet)).toBe(2);
  snapshot.close();
});
