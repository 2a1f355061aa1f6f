/** Documents with vectors. */
import type { FilterExpression } from "convex/server";
import { v } from "convex/values";
import { action, mutation, query } from "./builders";

/** Replaces all places. */
export const fill = mutation({
  args: { places: v.array(v.any()) },
  handler: async (ctx, { places }) => {
    for (const { _id } of await ctx.db.query("places").take(1_000)) {
      await ctx.db.delete("places", _id);
    }
    for (const place of places) await ctx.db.insert("places", place as { name: string });
  },
});

export const nameOf = query({
  args: { id: v.id("places") },
  handler: async (ctx, { id }) => (await ctx.db.get("places", id))?.name ?? "gone",
});

export const near = action({
  args: {
    vector: v.array(v.float64()),
    limit: v.optional(v.number()),
    /** Alternatives: a place must match one of them. */
    among: v.optional(v.array(v.object({ field: v.string(), value: v.any() }))),
    index: v.optional(v.string()),
  },
  handler: async (ctx, { vector, limit, among, index = "by_at" }) =>
    ctx.vectorSearch("places", index as "by_at", {
      vector,
      ...(limit === undefined ? {} : { limit }),
      ...(among === undefined
        ? {}
        : {
            filter: (q): FilterExpression<boolean> =>
              q.or(...among.map(({ field, value }) => q.eq(field as "kind", value as string))),
          }),
    }),
});
