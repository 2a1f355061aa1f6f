import { v } from "convex/values";
import { internal } from "./_generated/api";
import { ownerAction, ownerMutation, ownerQuery } from "./functions";
import { amountOwed, settle as settleAll } from "./model/deletion/accountSettlement";
import { closeAccount } from "./model/deletion/purge";
import { countOwnerRequest } from "./model/common/rateLimits";

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
    await ctx.scheduler.runAfter(0, internal.backstage.deletion.purge, { ownerId });
    return null;
  },
});
