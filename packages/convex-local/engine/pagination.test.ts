import type { JSONValue } from "convex/values";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SerializedQuery } from "./document-stream.ts";
import { readPage } from "./pagination.ts";
import type { Page, PageRequest } from "./pagination.ts";
import { openTestDatabase } from "./test-database.ts";
import type { TestDatabase } from "./test-database.ts";

let db: TestDatabase;

beforeEach(() => {
  db = openTestDatabase();
});

afterEach(() => db.close());

function query(
  order: "asc" | "desc",
  operators: SerializedQuery["operators"] = [],
): SerializedQuery {
  return { source: { type: "IndexRange", indexName: "things.by_ab", range: [], order }, operators };
}

function read(request: Partial<PageRequest> & { query: SerializedQuery }): Page {
  return db.database.transact((transaction) =>
    readPage(
      transaction,
      { cursor: null, endCursor: null, pageSize: 3, ...request },
      () => db.table,
    ),
  );
}

const fill = (...values: number[]) =>
  db.database.transact((writer) => values.map((a) => db.insert(writer, { a, b: 0 })));
const valuesOf = ({ page }: Page) => page.map((document) => document.json().a);

test("[Q3] pages of any size put together are the whole list", () => {
  fill(...Array.from({ length: 17 }, (_, i) => i));
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom("asc" as const, "desc" as const),
      (pageSize, order) => {
        const seen: unknown[] = [];
        let page: Page = read({ query: query(order), pageSize });
        seen.push(...valuesOf(page));
        while (!page.isDone) {
          page = read({ query: query(order), pageSize, cursor: page.continueCursor });
          seen.push(...valuesOf(page));
        }
        const all = Array.from({ length: 17 }, (_, i) => i);
        expect(seen).toEqual(order === "asc" ? all : all.toReversed());
      },
    ),
    { numRuns: 30 },
  );
});

test("[Q3] a page that is read again by its end has all documents that are in it now", () => {
  const [first] = fill(1, 3, 5, 7);
  const page = read({ query: query("asc"), pageSize: 2 });
  expect(valuesOf(page)).toEqual([1, 3]);
  fill(2, 4);
  db.database.transact((writer) => writer.remove(db.table, first ?? ""));
  const again = read({ query: query("asc"), pageSize: 2, endCursor: page.continueCursor });
  expect(valuesOf(again)).toEqual([2, 3]);
  expect(again.continueCursor).toBe(page.continueCursor);
  const next = read({ query: query("asc"), pageSize: 2, cursor: page.continueCursor });
  expect(valuesOf(next)).toEqual([4, 5]);
});

test("a page behind the end is empty and the last", () => {
  fill(1);
  const page = read({ query: query("asc") });
  expect(page.isDone).toBe(true);
  const after = read({ query: query("asc"), cursor: page.continueCursor });
  expect(after).toMatchObject({ page: [], isDone: true });
});

test("a page that read much and returned little asks to be split", () => {
  fill(...Array.from({ length: 20 }, (_, i) => i));
  const filter: JSONValue = {
    $eq: [{ $mod: [{ $field: "a" }, { $literal: 5 }] }, { $literal: 0 }],
  };
  const page = read({ query: query("asc", [{ filter }]), pageSize: 3, maximumRowsRead: 12 });
  expect(valuesOf(page)).toEqual([0, 5, 10]);
  expect(page.pageStatus).toBe("SplitRecommended");
  expect(page.splitCursor).not.toBeNull();
  const roomy = read({ query: query("asc", [{ filter }]), pageSize: 3, maximumRowsRead: 20 });
  expect(roomy.pageStatus).toBeNull();
});

test("a page that is full when it reaches its read limit need not be split", () => {
  fill(1, 2, 3);
  const page = read({ query: query("asc"), pageSize: 2, maximumRowsRead: 2 });
  expect(page).toMatchObject({ isDone: false, pageStatus: "SplitRecommended" });
});

test("a page with an end is read up to its end, whatever its size", () => {
  fill(1, 2, 3, 4);
  const { continueCursor } = read({ query: query("asc"), pageSize: 3 });
  const again = { query: query("asc"), pageSize: 3, endCursor: continueCursor, maximumRowsRead: 1 };
  expect(valuesOf(read(again))).toEqual([1, 2, 3]);
});

test.each([
  [{ pageSize: 0 }, "Must request at least 1 document while paginating"],
  [{ pageSize: 32_001 }, "Requested too many items: 32001"],
  [{ pageSize: 1, maximumRowsRead: 0 }, "maximumRowsRead and maximumBytesRead must be greater"],
])("a page of %j is refused", (sizes, words) => {
  expect(() => read({ query: query("asc"), ...sizes })).toThrow(words);
});

test("a page that would read too many rows ends early and asks to be split", () => {
  fill(1, 2, 3, 4, 5);
  const page = read({ query: query("asc"), pageSize: 5, maximumRowsRead: 2 });
  expect(valuesOf(page)).toEqual([1, 2]);
  expect(page).toMatchObject({ isDone: false, pageStatus: "SplitRequired" });
  const rest = read({ query: query("asc"), pageSize: 5, cursor: page.continueCursor });
  expect(valuesOf(rest)).toEqual([3, 4, 5]);
});

test("[Q4] a cursor of another query is refused", () => {
  fill(1, 2, 3, 4);
  const { continueCursor } = read({ query: query("asc"), pageSize: 1 });
  expect(() => read({ query: query("desc"), cursor: continueCursor })).toThrow("InvalidCursor");
  expect(() => read({ query: query("asc"), cursor: "made up" })).toThrow("InvalidCursor");
});
