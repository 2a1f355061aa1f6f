import { v } from "convex/values";
import { currentUsageOf, freeTrialOf, testUsageOf, usageLimitsOf } from "./billing/usage/report";
import { ownerQuery } from "./lib/functions";

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
    /** The part of the minutes that typed answers count. */
    typedMinutes: v.number(),
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
