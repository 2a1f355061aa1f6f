/** What ends a trial early: its owner has the plan begin now, and pays for it. */
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

/** Where the owner confirms the payment, or adds something to pay with; null when the plan has begun. */
export async function startPlan(ctx: ActionCtx, ownerId: Id<"users">): Promise<string | null> {
  // Read before Stripe is asked: a press that still sees the trial has the key of the one that ended it.
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
    const isToConfirm = error.reason === "to_confirm";
    const address = isToConfirm
      ? await stripe().startPlanWhenConfirmed(running, planType, attempt)
      : null;
    await ctx.runMutation(internal.billing.subscriptions.planStart.recordPlanStartRefused, {
      ownerId,
      refused,
    });
    if (!isToConfirm)
      await restoreWantedPlan(ctx, {
        ...owner,
        subscription: { ...running, scheduleId: null },
        wantedPlanType,
      });
    await syncCustomer(ctx, owner.stripeCustomerId);
    if (isToConfirm) return address;
    if (error.reason !== "declined") throw error;
    throw userError("payment_declined", planNotStarted(error.message));
  }
  if (wantedPlanType !== null) await saveWantedPlan(ctx, ownerId, null);
  await syncCustomer(ctx, owner.stripeCustomerId);
  return null;
}

/**
 * Before a trial is ended early, when a smaller plan would have begun: answers which one that is, or null if none was to
 * follow. It is remembered before the schedule is released, so that a run that is stopped in between does not lose it.
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

/** Once for each try, so that the next one has a key of its own: Stripe repeats a refusal for its key. */
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
