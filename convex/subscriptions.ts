import * as planChanges from "./billing/subscriptions/planChanges";
import { v } from "convex/values";
import { paymentsToConfirm, shownPaymentToConfirm } from "./billing/overage/paymentsToConfirm";
import { findCustomer } from "./billing/plans/customers";
import {
  shownPlans,
  shownSubscription,
  showPlans,
  showSubscription,
} from "./billing/plans/shownSubscription";
import { subscriptionState, subscriptionStateOf } from "./billing/plans/subscriptionState";
import { requireCustomer } from "./billing/subscriptions/billedOwner";
import { withBillingErrors } from "./billing/subscriptions/billingErrors";
import { startPlan as startPlanNow } from "./billing/subscriptions/planStart";
import { isTrialUsed } from "./billing/subscriptions/trialMarks";
import { areTrialMinutesUsedUp } from "./billing/usage/allowance";
import {
  setSpendingLimit as setLimit,
  shownSpendingLimit,
  showSpendingLimit,
} from "./billing/usage/spendingLimit";
import { ownerAction, ownerMutation, ownerQuery } from "./lib/functions";
import { paidPlanType } from "./lib/planType";
import { countOwnerRequest } from "./lib/rateLimits";

export const getSubscriptionPlans = ownerQuery({
  args: {},
  returns: shownPlans,
  handler: async (ctx) => showPlans(await isTrialUsed(ctx, ctx.owner)),
});

export const getUserSubscription = ownerQuery({
  args: {},
  returns: v.union(shownSubscription, v.null()),
  handler: async (ctx) => showSubscription(await findCustomer(ctx, ctx.owner._id)),
});

/** The state that getUserSubscription does not have: also for owners without a subscription. */
export const getSubscriptionState = ownerQuery({
  args: {},
  returns: subscriptionState,
  handler: async (ctx) => {
    const customer = await findCustomer(ctx, ctx.owner._id);
    return subscriptionStateOf(customer, await areTrialMinutesUsedUp(ctx, customer));
  },
});

export const getPaymentsToConfirm = ownerQuery({
  args: {},
  returns: v.array(shownPaymentToConfirm),
  handler: async (ctx) => await paymentsToConfirm(ctx, ctx.owner._id),
});

/** Null without extra minutes. */
export const getSpendingLimit = ownerQuery({
  args: {},
  returns: v.union(shownSpendingLimit, v.null()),
  handler: async (ctx) => await showSpendingLimit(ctx, ctx.owner._id),
});

/** In cents. Null removes the limit. */
export const setSpendingLimit = ownerMutation({
  args: { limit: v.union(v.number(), v.null()) },
  returns: v.null(),
  handler: async (ctx, { limit }) => {
    await countOwnerRequest(ctx, "spendingLimits", ctx.owner._id);
    await setLimit(ctx, ctx.owner._id, limit);
    return null;
  },
});

/** Returns the page where the owner pays or confirms, or null if the plan of an existing subscription has changed. */
export const subscribe = ownerAction({
  args: { planType: paidPlanType },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { planType }) => {
    await countOwnerRequest(ctx, "billing", ctx.ownerId);
    return await withBillingErrors(() => planChanges.subscribeTo(ctx, ctx.ownerId, planType));
  },
});

export const cancelSubscription = ownerAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await countOwnerRequest(ctx, "billing", ctx.ownerId);
    await withBillingErrors(() => planChanges.cancel(ctx, ctx.ownerId));
    return null;
  },
});

export const reactivateSubscription = ownerAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await countOwnerRequest(ctx, "billing", ctx.ownerId);
    await withBillingErrors(() => planChanges.reactivate(ctx, ctx.ownerId));
    return null;
  },
});

export const undoPlanChange = ownerAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await countOwnerRequest(ctx, "billing", ctx.ownerId);
    await withBillingErrors(() => planChanges.undoPlanChange(ctx, ctx.ownerId));
    return null;
  },
});

/**
 * Ends the trial: the plan begins now and is paid for. Returns the page where the owner confirms the payment or adds a
 * payment method, or null if the plan has begun.
 */
export const startPlan = ownerAction({
  args: {},
  returns: v.union(v.string(), v.null()),
  handler: async (ctx) => {
    await countOwnerRequest(ctx, "billing", ctx.ownerId);
    return await withBillingErrors(() => startPlanNow(ctx, ctx.ownerId));
  },
});

export const createCustomerPortalSession = ownerAction({
  args: {},
  returns: v.string(),
  handler: async (ctx) => {
    await countOwnerRequest(ctx, "billing", ctx.ownerId);
    return await withBillingErrors(() => planChanges.openPortal(ctx, ctx.ownerId));
  },
});

/** For owners who return from the payment page before Stripe's event arrives. */
export const refreshSubscription = ownerAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await countOwnerRequest(ctx, "billing", ctx.ownerId);
    await withBillingErrors(() => requireCustomer(ctx, ctx.ownerId));
    return null;
  },
});
