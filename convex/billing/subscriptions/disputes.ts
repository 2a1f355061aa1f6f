/** A payment that its owner has their bank take back. */
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../../_generated/server";
import { enqueue } from "../../jobs/enqueue";
import { alertOperator } from "../../lib/alert";
import { internalMutation } from "../../lib/internalFunctions";
import { stripe } from "../../vendors/stripeClient";
import type { StripeEvent } from "../../vendors/stripeEvents";
import { isDisputed } from "../plans/disputes";
import { findByStripeId, isProcessed } from "./snapshots";

type Customer = Doc<"customers">;

/** More than anybody disputes at once. */
const MOST_DISPUTES = 20;
/** More than could wait for the end of a dispute. */
const CHARGES_AT_ONCE = 100;

export async function followDispute(
  ctx: ActionCtx,
  { id: eventId, type, disputeId }: StripeEvent & { disputeId: string },
): Promise<void> {
  const dispute = await stripe().fetchDispute(disputeId);
  const isNew = type === "charge.dispute.created";
  await ctx.runMutation(internal.billing.subscriptions.disputes.applyDispute, {
    eventId,
    disputeId,
    isNew,
    ...dispute,
  });
}

export interface DisputeSeen {
  eventId: string;
  disputeId: string;
  stripeCustomerId: string | null;
  /** Only its beginning sets what an operator may have cleared by the time of its end. */
  isNew: boolean;
  isSettled: boolean;
}

export async function saveDispute(
  ctx: MutationCtx,
  { eventId, disputeId, stripeCustomerId, isNew, isSettled }: DisputeSeen,
): Promise<void> {
  if (await isProcessed(ctx, eventId)) return;
  await ctx.db.insert("stripeEvents", { eventId });
  if (isNew) alertOperator("A payment is disputed", { stripeCustomerId, disputeId, eventId });
  const customer = stripeCustomerId === null ? null : await findByStripeId(ctx, stripeCustomerId);
  if (customer === null) return;
  const others = (customer.disputes ?? []).filter((one) => one.disputeId !== disputeId);
  if (isSettled) await keepDisputes(ctx, customer, others);
  else if (isNew) {
    const disputes = [...others, { disputeId, atMs: Date.now() }].slice(-MOST_DISPUTES);
    await keepDisputes(ctx, customer, disputes);
  }
}

/** For an operator who has come to terms with the owner. */
export async function clearDisputes(ctx: MutationCtx, customer: Customer): Promise<void> {
  await keepDisputes(ctx, customer, []);
}

export const applyDispute = internalMutation({
  args: {
    eventId: v.string(),
    disputeId: v.string(),
    stripeCustomerId: v.union(v.string(), v.null()),
    isNew: v.boolean(),
    isSettled: v.boolean(),
  },
  returns: v.null(),
  handler: async (ctx, seen) => {
    await saveDispute(ctx, seen);
    return null;
  },
});

async function keepDisputes(
  ctx: MutationCtx,
  customer: Customer,
  disputes: NonNullable<Customer["disputes"]>,
): Promise<void> {
  await ctx.db.patch("customers", customer._id, {
    disputes: disputes.length === 0 ? undefined : disputes,
  });
  if (!isDisputed(customer) || disputes.length > 0) return;
  // What was held back is charged now.
  const held = await ctx.db
    .query("overageCharges")
    .withIndex("by_customer_and_state", (q) =>
      q.eq("stripeCustomerId", customer.stripeCustomerId).eq("state", "reserved"),
    )
    .take(CHARGES_AT_ONCE);
  await enqueue(
    ctx,
    "overageCharge",
    held.map(({ _id }) => _id),
  );
}
