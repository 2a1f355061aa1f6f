import { v } from "convex/values";
import { mutation, query } from "./builders";

export const keep = mutation({
  args: { value: v.any() },
  handler: (ctx, { value }) => ctx.db.insert("values", { value: value as unknown }),
});

export const all = query({
  args: {},
  handler: async (ctx) => {
    const rows = await ctx.db.query("values").withIndex("by_value").collect();
    return rows.map(({ value }) => value as unknown);
  },
});

export const checked = query({
  args: {
    text: v.string(),
    count: v.int64(),
    choice: v.union(v.literal("a"), v.literal("b")),
    list: v.array(v.object({ n: v.number() })),
    table: v.record(v.string(), v.boolean()),
    bytes: v.optional(v.bytes()),
    note: v.optional(v.id("notes")),
    nothing: v.null(),
  },
  returns: v.string(),
  handler: () => "fits",
});

export const promisesText = query({
  args: { answer: v.any() },
  returns: v.string(),
  handler: (_, { answer }) => answer as string,
});
