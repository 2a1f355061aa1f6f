import { v } from "convex/values";
import { internalMutation, ownerQuery } from "./functions";
import { callAllowance } from "./model/callFields";
import { turnMonth as turn } from "./model/month";
import { countTalk } from "./model/usage";
import { currentUsageOf, freeTrialOf, testUsageOf, usageLimitsOf } from "./model/usageReport";

export const checkFreeTrialLimit = ownerQuery({
  args: {},
  returns: v.object({
    hasSubscription: v.boolean(),
    limitExceeded: v.boolean(),
    freeTrialLimit: v.number(),
    remainingMinutes: v.number(),
    totalMinutesUsed: v.number(),
  }),
  handler: async (ctx) => await freeTrialOf(ctx, ctx.owner._id),
});

export const getTestUsage = ownerQuery({
  args: {},
  returns: v.object({
    canUse: v.boolean(),
    totalMinutesUsed: v.number(),
    remainingMinutes: v.number(),
  }),
  handler: async (ctx) => await testUsageOf(ctx, ctx.owner._id),
});

export const getCurrentMonthUsage = ownerQuery({
  args: {},
  returns: v.object({
    totalMinutes: v.number(),
    totalCalls: v.number(),
    usageByAssistant: v.record(
      v.id("assistants"),
      v.object({ minutes: v.number(), calls: v.number() }),
    ),
  }),
  handler: async (ctx) => await currentUsageOf(ctx, ctx.owner._id),
});

export const checkUsageLimits = ownerQuery({
  args: {},
  returns: v.object({
    hasSubscription: v.boolean(),
    overLimit: v.boolean(),
    approachingLimit: v.boolean(),
    usagePercentage: v.number(),
    usedMinutes: v.number(),
    includedMinutes: v.number(),
    overageRate: v.number(),
    overageMinutes: v.number(),
    remainingMinutes: v.number(),
  }),
  handler: async (ctx) => await usageLimitsOf(ctx, ctx.owner._id),
});

export const turnMonth = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await turn(ctx);
    return null;
  },
});

/** Counts talk for which there is no call, such as that of an import. */
export const record = internalMutation({
  args: {
    ownerId: v.id("users"),
    assistantId: v.id("assistants"),
    seconds: v.number(),
    endedAtMs: v.number(),
    allowance: callAllowance,
  },
  returns: v.null(),
  handler: async (ctx, { ownerId, ...talk }) => {
    const mintedAtMs = talk.endedAtMs - talk.seconds * 1000;
    await countTalk(ctx, ownerId, [{ ...talk, calls: 1, mintedAtMs, costMicros: 0 }]);
    return null;
  },
});
