// Internal: what has had its time is deleted, some at once and on until none is left.
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "./functions";
import { forgetOldCounts } from "../model/common/rateLimits";
import { dropExpired } from "../model/accounts/sessions";

export const dropExpiredSignIns = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = await dropExpired(ctx);
    if (isMore) await ctx.scheduler.runAfter(0, internal.backstage.pruning.dropExpiredSignIns, {});
    return null;
  },
});

export const forgetRateLimits = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await forgetOldCounts(ctx);
    return null;
  },
});
