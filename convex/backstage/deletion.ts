// What an owner who leaves owes is charged, and what they leave behind goes in many small steps.
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "./functions";
import {
  amountOwed,
  beginCharges as begin,
  unfinishedCharges,
} from "../model/deletion/accountSettlement";
import { purgeSome } from "../model/deletion/purge";
import { findByStripeId } from "../model/money/subscriptions/snapshots";
import { startedRun } from "../model/outbox/outboxFields";
import schema from "../schema";

const ownerId = v.id("users");

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

/** Whether it is somebody's, or will be charged what somebody who is gone still owes. */
export const isBound = internalQuery({
  args: { stripeCustomerId: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { stripeCustomerId }) =>
    (await findByStripeId(ctx, stripeCustomerId)) !== null ||
    (await unfinishedCharges(ctx, stripeCustomerId)).length > 0,
});

export const purge = internalMutation({
  args: { ownerId },
  returns: v.null(),
  handler: async (ctx, { ownerId }) => {
    if (await purgeSome(ctx, ownerId)) {
      await ctx.scheduler.runAfter(0, internal.backstage.deletion.purge, { ownerId });
    }
    return null;
  },
});
