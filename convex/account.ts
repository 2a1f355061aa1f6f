import { v } from "convex/values";
import { internal } from "./_generated/api";
import {
  internalMutation,
  internalQuery,
  ownerAction,
  ownerMutation,
  ownerQuery,
} from "./functions";
import {
  amountOwed,
  beginCharges as begin,
  settle as settleAll,
  unfinishedCharges,
} from "./model/accountSettlement";
import { startedRun } from "./model/outbox/outboxFields";
import { closeAccount, purgeSome } from "./model/purge";
import { countOwnerRequest } from "./model/rateLimits";
import schema from "./schema";

const ownerId = v.id("users");

/** In cents, what is charged before the account is deleted. */
export const getAmountOwed = ownerQuery({
  args: {},
  returns: v.number(),
  handler: async (ctx) => await amountOwed(ctx, ctx.owner._id),
});

/** Charges what is owed now; answers what is still owed, in cents, because it could not be charged. */
export const settle = ownerAction({
  args: {},
  returns: v.number(),
  handler: async (ctx) => {
    await countOwnerRequest(ctx, "overageChecks", ctx.ownerId);
    return await settleAll(ctx, ctx.ownerId);
  },
});

/** Signs the owner out for good at once; what there was is deleted in the background. */
export const deleteAccount = ownerMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const ownerId = ctx.owner._id;
    await closeAccount(ctx, ownerId);
    await ctx.scheduler.runAfter(0, internal.account.purge, { ownerId });
    return null;
  },
});

export const beginCharges = internalMutation({
  args: { ownerId },
  returns: v.array(startedRun),
  handler: async (ctx, args) => await begin(ctx, args.ownerId),
});

export const owed = internalQuery({
  args: { ownerId },
  returns: v.number(),
  handler: async (ctx, args) => await amountOwed(ctx, args.ownerId),
});

export const unfinished = internalQuery({
  args: { stripeCustomerId: v.string() },
  returns: v.array(schema.doc("overageCharges")),
  handler: async (ctx, { stripeCustomerId }) => await unfinishedCharges(ctx, stripeCustomerId),
});

export const purge = internalMutation({
  args: { ownerId },
  returns: v.null(),
  handler: async (ctx, { ownerId }) => {
    if (await purgeSome(ctx, ownerId)) {
      await ctx.scheduler.runAfter(0, internal.account.purge, { ownerId });
    }
    return null;
  },
});
