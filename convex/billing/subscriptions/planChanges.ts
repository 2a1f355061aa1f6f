/** What owners can do with their subscription. Each action syncs with Stripe before and after the change. */
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { rememberChosenPlan, isAddressConfirmed } from "../../accounts/addressConfirmation";
import { required } from "../../lib/env";
import { internalMutation, internalQuery } from "../../lib/internalFunctions";
import { requireOwnerDoc } from "../../lib/owner";
import { userError } from "../../lib/userError";
import { ACCOUNT_MESSAGES } from "../../shared/accountMessages";
import { paymentDeclined, REFUSALS } from "../../shared/messages";
import { type PaidPlanType, planOf } from "../../shared/plans";
import { stripe } from "../../vendors/stripeClient";
import type { StripeSubscriptionState } from "../../vendors/stripeCustomers";
import { StripeFailure } from "../../vendors/stripeFailure";
import { findActiveSubscription, findCustomer } from "../plans/customers";
import { syncSoon, watchCheckout } from "../plans/syncSchedule";
import { paidPlanType } from "../../lib/planType";
import { type BilledOwner, ensureCustomer, requireCustomer } from "./billedOwner";
import { syncCustomer } from "./sync";
import { isTrialUsed } from "./trialMarks";

type Running = StripeSubscriptionState & { planType: PaidPlanType };

/** Returns the address of the page where the owner pays or confirms, or null if the plan has changed. */
export async function subscribeTo(
  ctx: ActionCtx,
  ownerId: Id<"users">,
  planType: PaidPlanType,
): Promise<string | null> {
  // Checked before a customer is created at Stripe.
  const isTrial = await ctx.runQuery(internal.billing.subscriptions.planChanges.isTrialAvailable, {
    ownerId,
  });
  if (isTrial) await requireConfirmed(ctx, ownerId, planType);
  const owner = await ensureCustomer(ctx, ownerId);
  if (owner.subscription === null) {
    if (!owner.isTrialUsed) await requireConfirmed(ctx, ownerId, planType);
    await ctx.runMutation(internal.billing.subscriptions.planChanges.awaitCheckout, { ownerId });
    return await stripe().openCheckout({
      customerId: owner.stripeCustomerId,
      planType,
      trialDays: owner.isTrialUsed ? 0 : planOf(planType).trialDays,
      siteUrl: required("SITE_URL"),
    });
  }
  const running = requireChangeable(owner.subscription);
  if (running.planType !== planType) return await changePlan(ctx, { owner, running, planType });
  await keepPlan(ctx, owner, running);
  return null;
}

/** A trial requires a confirmed address. Remembers the plan if the address is not confirmed yet. */
export const canTryPlan = internalMutation({
  args: { ownerId: v.id("users"), planType: paidPlanType },
  returns: v.boolean(),
  handler: async (ctx, { ownerId, planType }) => {
    const owner = await requireOwnerDoc(ctx, ownerId);
    if (isAddressConfirmed(owner)) return true;
    await rememberChosenPlan(ctx, owner, planType);
    return false;
  },
});

/** Without a request to Stripe. */
export const isTrialAvailable = internalQuery({
  args: { ownerId: v.id("users") },
  returns: v.boolean(),
  handler: async (ctx, { ownerId }) => {
    if ((await findActiveSubscription(ctx, ownerId)) !== null) return false;
    return !(await isTrialUsed(ctx, await requireOwnerDoc(ctx, ownerId)));
  },
});

export const awaitCheckout = internalMutation({
  args: { ownerId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { ownerId }) => {
    await watchCheckout(ctx, ownerId);
    return null;
  },
});

/** A null plan deletes it. */
export const rememberWantedPlan = internalMutation({
  args: { ownerId: v.id("users"), planType: v.union(paidPlanType, v.null()) },
  returns: v.null(),
  handler: async (ctx, { ownerId, planType }) => {
    const customer = await findCustomer(ctx, ownerId);
    if (customer === null) throw new Error(`Owner ${ownerId} has no customer`);
    if (customer.wantedPlanType !== planType) {
      const change = { wantedPlanType: planType, ...syncSoon(customer) };
      await ctx.db.patch("customers", customer._id, change);
    }
    return null;
  },
});

/** There is one trial per person, and we recognize people by their address. */
async function requireConfirmed(
  ctx: ActionCtx,
  ownerId: Id<"users">,
  planType: PaidPlanType,
): Promise<void> {
  const { canTryPlan } = internal.billing.subscriptions.planChanges;
  if (await ctx.runMutation(canTryPlan, { ownerId, planType })) return;
  throw userError("address_unconfirmed", ACCOUNT_MESSAGES.addressUnconfirmed);
}

/** Choosing the current plan cancels a pending change to another one. */
async function keepPlan(ctx: ActionCtx, owner: BilledOwner, running: Running): Promise<void> {
  const isChanging = running.pendingPlanType !== null || running.toConfirm !== null;
  if (!isChanging && owner.wantedPlanType === null) return;
  await cancelPendingChange(ctx, owner, running);
  await syncCustomer(ctx, owner.stripeCustomerId);
}

/** Choosing a plan also takes back a cancellation. */
async function changePlan(
  ctx: ActionCtx,
  { owner, running, planType }: { owner: BilledOwner; running: Running; planType: PaidPlanType },
): Promise<string | null> {
  const isUpgrade = planOf(planType).priceCents > planOf(running.planType).priceCents;
  if (running.pendingPlanType === planType) return null;
  const { toConfirm } = running;
  if (toConfirm?.what === "upgrade" && toConfirm.planType === planType) return toConfirm.url;
  await cancelPendingChange(ctx, owner, running);
  let confirmUrl: string | null = null;
  if (isUpgrade) confirmUrl = await upgrade(running, planType, owner.attempt);
  else {
    if (running.cancellation !== null) await stripe().takeBackCancellation(running, owner.attempt);
    await stripe().changePlanAtPeriodEnd(running, planType, owner.attempt);
  }
  await syncCustomer(ctx, owner.stripeCustomerId);
  return confirmUrl;
}

/** Returns the page where the owner confirms the payment, if the bank asks for that. Null if it is paid. */
async function upgrade(
  running: Running,
  planType: PaidPlanType,
  attempt: string,
): Promise<string | null> {
  // A change within a trial costs nothing, so it needs no payment method.
  if (running.status !== "trialing" && running.paymentMethod === null) {
    throw userError("payment_method_missing", REFUSALS.paymentMethodMissing);
  }
  try {
    await stripe().changePlanNow(running, planType, attempt);
    return null;
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    if (error.reason === "to_confirm") {
      return await stripe().changePlanWhenConfirmed(running, planType, attempt);
    }
    if (error.reason === "declined") {
      throw userError("payment_declined", paymentDeclined(error.message));
    }
    throw error;
  }
}

/** Remembers a scheduled change, so that taking the cancellation back restores it. */
export async function cancel(ctx: ActionCtx, ownerId: Id<"users">): Promise<void> {
  const owner = await requireCustomer(ctx, ownerId);
  const running = requireRunning(owner);
  if (running.cancellation !== null) return;
  await cancelConfirmation(running);
  if (running.scheduleId !== null) {
    if (running.pendingPlanType !== null) {
      await saveWantedPlan(ctx, ownerId, running.pendingPlanType);
    }
    await stripe().releaseSchedule(running.scheduleId);
  }
  await stripe().cancelAtPeriodEnd(running.id, owner.attempt);
  await syncCustomer(ctx, owner.stripeCustomerId);
}

export async function reactivate(ctx: ActionCtx, ownerId: Id<"users">): Promise<void> {
  const owner = await requireCustomer(ctx, ownerId);
  const running = owner.subscription;
  if (running === null) throw userError("subscription_ended", REFUSALS.subscriptionEnded);
  if (running.cancellation !== null) await stripe().takeBackCancellation(running, owner.attempt);
  await restoreWantedPlan(ctx, { ...owner, subscription: { ...running, cancellation: null } });
  await syncCustomer(ctx, owner.stripeCustomerId);
}

/** Schedules the change that was scheduled before the cancellation. */
export async function restoreWantedPlan(
  ctx: ActionCtx,
  { ownerId, subscription, wantedPlanType, attempt }: BilledOwner,
): Promise<boolean> {
  if (wantedPlanType === null || subscription === null) return false;
  const { status, cancellation, scheduleId, planType, toConfirm } = subscription;
  const isRunning = status === "active" || status === "trialing";
  const isChanging = cancellation !== null || scheduleId !== null || toConfirm !== null;
  if (!isRunning || isChanging) return false;
  if (planType !== wantedPlanType) {
    await stripe().changePlanAtPeriodEnd(subscription, wantedPlanType, attempt);
  }
  await saveWantedPlan(ctx, ownerId, null);
  return true;
}

export async function undoPlanChange(ctx: ActionCtx, ownerId: Id<"users">): Promise<void> {
  const owner = await requireCustomer(ctx, ownerId);
  await cancelPendingChange(ctx, owner, requireRunning(owner));
  await syncCustomer(ctx, owner.stripeCustomerId);
}

export async function openPortal(ctx: ActionCtx, ownerId: Id<"users">): Promise<string> {
  const { stripeCustomerId, isDeleted } = await requireCustomer(ctx, ownerId);
  if (isDeleted) throw userError("no_subscription", REFUSALS.noSubscription);
  const siteUrl = required("SITE_URL");
  return await stripe().openPortal({ customerId: stripeCustomerId, siteUrl });
}

async function cancelPendingChange(
  ctx: ActionCtx,
  { ownerId, wantedPlanType }: BilledOwner,
  running: StripeSubscriptionState,
): Promise<void> {
  const { scheduleId } = running;
  await cancelConfirmation(running);
  if (wantedPlanType !== null) await saveWantedPlan(ctx, ownerId, null);
  if (scheduleId !== null) await stripe().releaseSchedule(scheduleId);
}

/** Voids the invoice of a change that waits for the owner's confirmation. */
async function cancelConfirmation({ toConfirm }: StripeSubscriptionState): Promise<void> {
  if (toConfirm?.what === "upgrade" || toConfirm?.what === "plan_start")
    await stripe().voidInvoice(toConfirm.invoiceId);
}

export async function saveWantedPlan(
  ctx: ActionCtx,
  ownerId: Id<"users">,
  planType: PaidPlanType | null,
): Promise<void> {
  await ctx.runMutation(internal.billing.subscriptions.planChanges.rememberWantedPlan, {
    ownerId,
    planType,
  });
}

function requireRunning({ subscription }: BilledOwner): StripeSubscriptionState {
  if (subscription === null) throw userError("no_subscription", REFUSALS.noSubscription);
  return subscription;
}

export function requireChangeable(subscription: StripeSubscriptionState | null): Running {
  if (subscription === null) throw userError("no_subscription", REFUSALS.noSubscription);
  const { planType, status } = subscription;
  if (planType === null) throw userError("plan_unknown", REFUSALS.planUnknown);
  if (status !== "active" && status !== "trialing") {
    const message = status === "paused" ? REFUSALS.subscriptionPaused : REFUSALS.paymentDue;
    throw userError("payment_due", message);
  }
  return { ...subscription, planType };
}
