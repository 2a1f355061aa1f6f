import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  notes: defineTable({
    author: v.string(),
    rank: v.optional(v.number()),
    body: v.optional(v.string()),
    nested: v.optional(v.object({ key: v.string() })),
  })
    .index("by_author", ["author", "rank"])
    .index("by_key", ["nested.key"])
    .searchIndex("by_body", { searchField: "body", filterFields: ["author"] }),
  values: defineTable({ value: v.any() }).index("by_value", ["value"]),
});
