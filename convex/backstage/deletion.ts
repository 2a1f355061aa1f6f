// What an owner who leaves owes is charged, and what they leave behind goes in many small steps.
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./functions";
import {
  amountOwed,
  beginCharges as begin,
  unfinishedCharges,
} from "../model/deletion/accountSettlement";
import { cleanUpSome } from "../model/deletion/cleanup";
import { findByStripeId } from "../model/money/subscriptions/snapshots";
import { cleanupTask } from "../model/outbox/cleanup";
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

/** One step of what is deleted in the background. Answers what is left to do. */
export const cleanUp = internalMutation({
  args: { task: cleanupTask },
  returns: v.union(cleanupTask, v.null()),
  handler: async (ctx, { task }) => await cleanUpSome(ctx, task),
});
