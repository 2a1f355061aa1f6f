// Internal: what whoever runs the product should look at. `npx convex run operator:attention`
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./functions";
import { askFor } from "./model/outbox/asking";
import schema from "./schema";

const SHOWN_AT_ONCE = 100;

/** Work at vendors that was given up, the newest first. */
export const attention = internalQuery({
  args: {},
  returns: v.array(schema.doc("outbox")),
  handler: async (ctx) =>
    await ctx.db
      .query("outbox")
      .withIndex("by_dead", (q) => q.gt("deadAtMs", null))
      .order("desc")
      .take(SHOWN_AT_ONCE),
});

/** Has it tried again, for another three days. */
export const retry = internalMutation({
  args: { workId: v.id("outbox") },
  returns: v.null(),
  handler: async (ctx, { workId }) => {
    const work = await ctx.db.get("outbox", workId);
    if (work === null) throw new Error(`There is no work ${workId}: it was done meanwhile`);
    await askFor(ctx, work.kind, [work.key]);
    return null;
  },
});
