import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalMutation, ownerMutation } from "./functions";
import { closeAccount, purgeSome } from "./model/purge";

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

export const purge = internalMutation({
  args: { ownerId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { ownerId }) => {
    if (await purgeSome(ctx, ownerId)) {
      await ctx.scheduler.runAfter(0, internal.account.purge, { ownerId });
    }
    return null;
  },
});
