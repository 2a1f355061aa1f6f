// Internal: what fills an account that nobody has called yet.
import { v } from "convex/values";
import { internalMutation } from "./functions";
import { MOST_SAMPLES_AT_ONCE, addSampleCalls } from "./model/sampleCalls";

/** They count like real ones, also for the bill: run it for an account of your own. */
export const addCalls = internalMutation({
  args: {
    assistantId: v.id("assistants"),
    count: v.number(),
    hours: v.number(),
    untilMs: v.optional(v.number()),
    isSilent: v.optional(v.boolean()),
  },
  returns: v.null(),
  handler: async (ctx, { assistantId, count, hours, untilMs = Date.now(), isSilent = false }) => {
    const assistant = await ctx.db.get("assistants", assistantId);
    if (assistant === null) throw new Error(`There is no assistant ${assistantId}`);
    if (!Number.isInteger(count) || count < 1 || count > MOST_SAMPLES_AT_ONCE) {
      throw new Error(`count must be a whole number from 1 to ${MOST_SAMPLES_AT_ONCE}`);
    }
    if (!(hours > 0)) throw new Error("hours must be more than 0");
    await addSampleCalls(ctx, assistant, { count, hours, untilMs, isSilent });
    return null;
  },
});
