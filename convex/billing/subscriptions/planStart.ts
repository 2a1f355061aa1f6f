/** Ends a trial early: the owner starts the plan now, and pays for it. */
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { internalMutation } from "../../lib/internalFunctions";
import { userError } from "../../lib/userError";
import { planNotStarted } from "../../shared/messages";
import type { PaidPlanType } from "../../shared/plans";
import { stripe } from "../../vendors/stripeClient";
import type { StripeSubscriptionState } from "../../vendors/stripeCustomers";
import { StripeFailure } from "../../vendors/stripeFailure";
import { findCustomer } from "../plans/customers";
import { type BilledOwner, requireCustomer } from "./billedOwner";
import { restoreWantedPlan, openPortal, saveWantedPlan, requireChangeable } from "./planChanges";
import { syncCustomer } from "./sync";

/** Returns the page where the owner confirms the payment or adds a payment method. Null if the plan has begun. */
export async function startPlan(ctx: ActionCtx, ownerId: Id<"users">): Promise<string | null> {
  // Read before Stripe's state, so that a repeated press that still sees the trial uses the same idempotency key.
  const { customer } = await ctx.runQuery(
    internal.billing.subscriptions.billedOwner.ownerAndCustomer,
    {
      ownerId,
    },
  );
  const refused = customer?.planStartsRefused ?? 0;
  const owner = await requireCustomer(ctx, ownerId);
  const running = requireChangeable(owner.subscription);
  if (running.status !== "trialing") return null;
  if (running.toConfirm?.what === "plan_start") return running.toConfirm.url;
  if (running.paymentMethod === null) return await openPortal(ctx, ownerId);

  const wantedPlanType = await releaseForStart(ctx, owner, running);
  const planType = wantedPlanType ?? running.planType;
  const attempt = `${planType}:${running.cancellation ?? "goes_on"}:${refused}`;
  try {
    await stripe().startPlanNow(running, planType, attempt);
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.reason === "unavailable") throw error;
    const needsConfirmation = error.reason === "to_confirm";
    const address = needsConfirmation
      ? await stripe().startPlanWhenConfirmed(running, planType, attempt)
      : null;
    await ctx.runMutation(internal.billing.subscriptions.planStart.recordPlanStartRefused, {
      ownerId,
      refused,
    });
    if (!needsConfirmation)
      await restoreWantedPlan(ctx, {
        ...owner,
        subscription: { ...running, scheduleId: null },
        wantedPlanType,
      });
    await syncCustomer(ctx, owner.stripeCustomerId);
    if (needsConfirmation) return address;
    if (error.reason !== "declined") throw error;
    throw userError("payment_declined", planNotStarted(error.message));
  }
  if (wantedPlanType !== null) await saveWantedPlan(ctx, ownerId, null);
  await syncCustomer(ctx, owner.stripeCustomerId);
  return null;
}

/**
 * Called before a trial is ended early. Releases a scheduled change, and returns the plan that it would have begun, if any.
 * The plan is saved before the schedule is released, so that an interrupted run does not lose it.
 */
export async function releaseForStart(
  ctx: ActionCtx,
  { ownerId, wantedPlanType }: Pick<BilledOwner, "ownerId" | "wantedPlanType">,
  { scheduleId, pendingPlanType }: StripeSubscriptionState,
): Promise<PaidPlanType | null> {
  if (pendingPlanType !== null) await saveWantedPlan(ctx, ownerId, pendingPlanType);
  if (scheduleId !== null) await stripe().releaseSchedule(scheduleId);
  return pendingPlanType ?? wantedPlanType;
}

/** Counts refusals, so that the next attempt has a new key: Stripe repeats a refusal for the same key. */
export const recordPlanStartRefused = internalMutation({
  args: { ownerId: v.id("users"), refused: v.number() },
  returns: v.null(),
  handler: async (ctx, { ownerId, refused }) => {
    const customer = await findCustomer(ctx, ownerId);
    if (customer === null || (customer.planStartsRefused ?? 0) !== refused) return null;
    await ctx.db.patch("customers", customer._id, { planStartsRefused: refused + 1 });
    return null;
  },
});
