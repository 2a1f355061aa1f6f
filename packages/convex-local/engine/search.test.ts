import { afterEach, beforeEach, expect, test } from "vitest";
import { setIndexes } from "./catalog-store.ts";
import { openStream } from "./document-stream.ts";
import type { SearchFilter } from "./search.ts";
import { BY_AB, openTestDatabase } from "./test-database.ts";
import type { TestDatabase } from "./test-database.ts";

let db: TestDatabase;

beforeEach(() => {
  db = openTestDatabase();
  setIndexes(db.database, db.table, [
    BY_AB,
    { name: "by_text", kind: "search", fields: ["text"], filterFields: ["a"] },
  ]);
});

afterEach(() => db.close());

const add = (text: string, a = 0) =>
  db.database.transact((writer) => db.insert(writer, { text, a, b: 0 }));

function search(text: string, more: SearchFilter[] = []): unknown[] {
  return db.database.transact((transaction) => {
    const source = {
      type: "Search" as const,
      indexName: "things.by_text",
      filters: [{ type: "Search" as const, fieldPath: "text", value: text }, ...more],
    };
    const stream = openStream(transaction, { source, operators: [] }, () => db.table);
    const found: unknown[] = [];
    for (let document = stream.next(); document !== null; document = stream.next()) {
      found.push(document.json().text);
    }
    return found;
  });
}

test("[Q5] a document with more of the words comes first", () => {
  add("red apple");
  add("green apple pie");
  add("blue sky");
  expect(search("green apple")).toEqual(["green apple pie", "red apple"]);
});

test("[Q5] the last word counts from its first letters, the others whole", () => {
  add("opening hours");
  expect(search("opening ho")).toEqual(["opening hours"]);
  expect(search("ho")).toEqual(["opening hours"]);
  expect(search("open nothing")).toEqual([]);
});

test("[Q5] a changed text is found by its new words only", () => {
  const id = add("old words");
  db.database.transact((writer) => {
    const json = writer.get(db.table, id)?.json();
    writer.put(db.table, { ...json, text: "new words" });
  });
  expect(search("old")).toEqual([]);
  expect(search("new")).toEqual(["new words"]);
});

test("[T3] a search sees what its own transaction has written", () => {
  db.database.transact((writer) => {
    db.insert(writer, { text: "fresh bread", a: 0, b: 0 });
    const source = {
      type: "Search" as const,
      indexName: "things.by_text",
      filters: [{ type: "Search" as const, fieldPath: "text", value: "bread" }],
    };
    expect(openStream(writer, { source, operators: [] }, () => db.table).next()).not.toBeNull();
  });
});

test("a search can be narrowed by its filter fields and by no others", () => {
  add("apple one", 1);
  add("apple two", 2);
  expect(search("apple", [{ type: "Eq", fieldPath: "a", value: 2 }])).toEqual(["apple two"]);
  expect(() => search("apple", [{ type: "Eq", fieldPath: "b", value: 0 }])).toThrow(
    'an equality filter on "b"',
  );
});

test("[Q5] a filtered document does not count against the limit of a search", () => {
  for (let i = 0; i < 1_100; i += 1) add(`apple ${i}`, 1);
  add("apple of ours", 2);
  expect(search("apple", [{ type: "Eq", fieldPath: "a", value: 2 }])).toEqual(["apple of ours"]);
});

test("a search for no word finds nothing", () => {
  add("apple");
  expect(search("  ...  ")).toEqual([]);
});
