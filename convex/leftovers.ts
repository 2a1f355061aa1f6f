// Internal: what is deleted with us is deleted at the platforms too, however long they are down.
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation, internalQuery } from "./functions";
import { LEFTOVERS_AT_ONCE, clearLeftovers, noteLeftover } from "./model/leftovers";
import schema from "./schema";

export const due = internalQuery({
  args: { nowMs: v.number() },
  returns: v.array(schema.doc("leftovers")),
  handler: async (ctx, { nowMs }) =>
    await ctx.db
      .query("leftovers")
      .withIndex("by_due", (q) => q.lte("dueAtMs", nowMs))
      .take(LEFTOVERS_AT_ONCE),
});

export const note = internalMutation({
  args: { outcomes: v.array(v.object({ leftoverId: v.id("leftovers"), isGone: v.boolean() })) },
  returns: v.null(),
  handler: async (ctx, { outcomes }) => {
    for (const { leftoverId, isGone } of outcomes) {
      const leftover = await ctx.db.get("leftovers", leftoverId);
      if (leftover !== null) await noteLeftover(ctx, leftover, isGone);
    }
    // There may be more than one run takes.
    if (outcomes.length === LEFTOVERS_AT_ONCE) {
      await ctx.scheduler.runAfter(0, internal.leftovers.clear, {});
    }
    return null;
  },
});

export const clear = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await clearLeftovers(ctx);
    return null;
  },
});
