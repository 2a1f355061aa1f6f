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
  items: defineTable({ group: v.string(), rank: v.optional(v.any()), name: v.string() })
    .index("by_group_and_rank", ["group", "rank"])
    .index("by_rank", ["rank"]),
  shapes: defineTable(
    v.union(
      v.object({ kind: v.literal("circle"), radius: v.number() }),
      v.object({
        kind: v.literal("square"),
        side: v.int64(),
        corners: v.array(v.object({ x: v.number(), note: v.optional(v.id("notes")) })),
      }),
    ),
  ),
});
