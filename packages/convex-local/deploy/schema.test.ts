import { defineSchema, defineTable } from "convex/server";
import type { GenericSchema, SchemaDefinition } from "convex/server";
import { v } from "convex/values";
import { expect, test } from "vitest";
import { parseSchema } from "./schema.ts";
import type { JsonObject } from "../values/json.ts";

function parse(schema: SchemaDefinition<GenericSchema, boolean>) {
  const exported = (schema as unknown as { export(): string }).export();
  return parseSchema(JSON.parse(exported) as JsonObject);
}

const table = () =>
  defineTable(
    v.union(
      v.object({ name: v.string(), at: v.array(v.float64()), deep: v.object({ in: v.any() }) }),
      v.object({ other: v.optional(v.number()) }),
    ),
  );
const tooManyFields = Array.from({ length: 17 }, (_, i) => `field${i}`);

test("indexes may name whatever some document may have", () => {
  const schema = defineSchema({
    things: table()
      .index("by_name", ["name", "other"])
      .index("by_deep", ["deep.in.it", "_creationTime"] as never)
      .searchIndex("by_text", { searchField: "name", filterFields: ["other"] }),
  });
  const kinds = parse(schema)
    .tables.get("things")
    ?.indexes.map(({ kind }) => kind);
  expect(kinds).toEqual(["database", "database", "search"]);
});

// get-convex/convex-backend, crates/common/src/schemas/mod.rs and crates/common/src/bootstrap_model/index.
test.each([
  [
    "a field that no document has",
    table().index("by_it", ["nothing" as never]),
    'In table "things" the index "by_it" is invalid because it references the field "nothing" that does not exist.',
  ],
  [
    "a filter on a field that no document has",
    table().searchIndex("by_it", { searchField: "name", filterFields: ["name.deep" as never] }),
    'In table "things" the index "by_it" is invalid because it references the field "name.deep" that does not exist.',
  ],
  [
    "vectors, which this backend cannot search",
    table().vectorIndex("by_it", { vectorField: "at", dimensions: 2 }),
    'Table "things" has the vector index "by_it", and this backend has no vector search.',
  ],
  [
    "too many fields",
    table().index("by_it", Array.from({ length: 17 }, (_, i) => `deep.in.f${i}`) as never),
    "Indexes may have up to 16 fields.",
  ],
  [
    "too long a name",
    table().index("a".repeat(65), ["name"]),
    `Invalid index name: "${"a".repeat(65)}". Identifiers must be 64 characters or less`,
  ],
  [
    "too many filter fields",
    table().searchIndex("by_it", { searchField: "name", filterFields: tooManyFields as never[] }),
    "Search indexes may have up to 16 filter fields.",
  ],
])("an index of %s is refused", (_, things, words) => {
  expect(() => parse(defineSchema({ things }) as never)).toThrow(words);
});

test("[T7] a table of more than 64 indexes is refused", () => {
  const withIndexes = (count: number) =>
    Array.from({ length: count }, (_, i) => i).reduce(
      (things, i) => things.index(`by_${i}`, ["name"]) as typeof things,
      table(),
    );
  expect(() => parse(defineSchema({ things: withIndexes(64) }))).not.toThrow();
  expect(() => parse(defineSchema({ things: withIndexes(65) }))).toThrow(
    'Table "things" cannot have more than 64 indexes.',
  );
});
