import { v } from "convex/values";
import { ownerAction, ownerQuery } from "./functions";
import { requireCustomer } from "./model/billedOwner";
import { explained } from "./model/billingErrors";
import { paidPlanType } from "./model/billingFields";
import { findCustomer } from "./model/customers";
import { paymentsToConfirm, shownPaymentToConfirm } from "./model/paymentsToConfirm";
import * as planChanges from "./model/planChanges";
import { countOwnerRequest } from "./model/rateLimits";
import { standing, standingOf } from "./model/standing";
import {
  showPlans,
  showSubscription,
  shownPlans,
  shownSubscription,
} from "./model/shownSubscription";

export const getSubscriptionPlans = ownerQuery({
  args: {},
  returns: shownPlans,
  handler: async (ctx) => showPlans(await findCustomer(ctx, ctx.owner._id)),
});

export const getUserSubscription = ownerQuery({
  args: {},
  returns: v.union(shownSubscription, v.null()),
  handler: async (ctx) => showSubscription(await findCustomer(ctx, ctx.owner._id)),
});

/** How the owner stands, also without a subscription: what getUserSubscription cannot tell. */
export const getStanding = ownerQuery({
  args: {},
  returns: standing,
  handler: async (ctx) => standingOf(await findCustomer(ctx, ctx.owner._id)),
});

export const getPaymentsToConfirm = ownerQuery({
  args: {},
  returns: v.array(shownPaymentToConfirm),
  handler: async (ctx) => await paymentsToConfirm(ctx, ctx.owner._id),
});

/** Answers where to pay or confirm, or null when the subscription that there is was changed. */
export const subscribe = ownerAction({
  args: { planType: paidPlanType },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { planType }) => {
    await countOwnerRequest(ctx, "billing", ctx.ownerId);
    return await explained(() => planChanges.subscribeTo(ctx, ctx.ownerId, planType));
  },
});

export const cancelSubscription = ownerAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await countOwnerRequest(ctx, "billing", ctx.ownerId);
    await explained(() => planChanges.cancel(ctx, ctx.ownerId));
    return null;
  },
});

export const reactivateSubscription = ownerAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await countOwnerRequest(ctx, "billing", ctx.ownerId);
    await explained(() => planChanges.reactivate(ctx, ctx.ownerId));
    return null;
  },
});

export const undoPlanChange = ownerAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await countOwnerRequest(ctx, "billing", ctx.ownerId);
    await explained(() => planChanges.undoPlanChange(ctx, ctx.ownerId));
    return null;
  },
});

export const createCustomerPortalSession = ownerAction({
  args: {},
  returns: v.string(),
  handler: async (ctx) => {
    await countOwnerRequest(ctx, "billing", ctx.ownerId);
    return await explained(() => planChanges.openPortal(ctx, ctx.ownerId));
  },
});

/** For who comes back from the payment page before Stripe's event does. */
export const refreshSubscription = ownerAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await countOwnerRequest(ctx, "billing", ctx.ownerId);
    await explained(() => requireCustomer(ctx, ctx.ownerId));
    return null;
  },
});
