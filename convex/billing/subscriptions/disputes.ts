/** Payments that owners dispute at their bank. */
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

/** More than anybody disputes at the same time. */
const MAX_DISPUTES = 20;
/** More charges than can wait for the end of a dispute. */
const MAX_CHARGES = 100;

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

export interface ReportedDispute {
  eventId: string;
  disputeId: string;
  stripeCustomerId: string | null;
  /** Only a new dispute is added, because an operator may have cleared it by the time it ends. */
  isNew: boolean;
  isSettled: boolean;
}

export async function saveDispute(
  ctx: MutationCtx,
  { eventId, disputeId, stripeCustomerId, isNew, isSettled }: ReportedDispute,
): Promise<void> {
  if (await isProcessed(ctx, eventId)) return;
  await ctx.db.insert("stripeEvents", { eventId });
  if (isNew) alertOperator("A payment is disputed", { stripeCustomerId, disputeId, eventId });
  const customer = stripeCustomerId === null ? null : await findByStripeId(ctx, stripeCustomerId);
  if (customer === null) return;
  const others = (customer.disputes ?? []).filter((one) => one.disputeId !== disputeId);
  if (isSettled) await saveDisputes(ctx, customer, others);
  else if (isNew) {
    const disputes = [...others, { disputeId, atMs: Date.now() }].slice(-MAX_DISPUTES);
    await saveDisputes(ctx, customer, disputes);
  }
}

/** For an operator who has reached an agreement with the owner. */
export async function clearDisputes(ctx: MutationCtx, customer: Customer): Promise<void> {
  await saveDisputes(ctx, customer, []);
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
  handler: async (ctx, reported) => {
    await saveDispute(ctx, reported);
    return null;
  },
});

async function saveDisputes(
  ctx: MutationCtx,
  customer: Customer,
  disputes: NonNullable<Customer["disputes"]>,
): Promise<void> {
  await ctx.db.patch("customers", customer._id, {
    disputes: disputes.length === 0 ? undefined : disputes,
  });
  if (!isDisputed(customer) || disputes.length > 0) return;
  // After the last dispute, the charges that waited are made.
  const waiting = await ctx.db
    .query("overageCharges")
    .withIndex("by_customer_and_state", (q) =>
      q.eq("stripeCustomerId", customer.stripeCustomerId).eq("state", "reserved"),
    )
    .take(MAX_CHARGES);
  await enqueue(
    ctx,
    "overageCharge",
    waiting.map(({ _id }) => _id),
  );
}
