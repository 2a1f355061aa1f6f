/** Fetches a customer's state from Stripe and saves it. */
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { internalAction, internalMutation } from "../../lib/internalFunctions";
import { paidPlanType } from "../../lib/planType";
import { stripe } from "../../vendors/stripeClient";
import { stripeCustomerState, type StripeSubscriptionState } from "../../vendors/stripeCustomers";
import { type Applied, applySnapshot, beginSync } from "./snapshots";

export const newSnapshot = {
  stripeCustomerId: v.string(),
  sync: v.number(),
  state: stripeCustomerState,
  eventId: v.union(v.string(), v.null()),
};

export const appliedSnapshot = v.object({
  liveId: v.union(v.string(), v.null()),
  isTrialUsed: v.boolean(),
  wantedPlanType: v.union(paidPlanType, v.null()),
});

export interface Synced {
  isDeleted: boolean;
  /** The live subscription, if there is one. */
  subscription: StripeSubscriptionState | null;
  isTrialUsed: boolean;
  wantedPlanType: Applied["wantedPlanType"];
  /** Unique among this customer's syncs. */
  sync: number;
}

/** Null if the customer belongs to no owner, or the event was already processed. */
export async function syncCustomer(
  ctx: ActionCtx,
  stripeCustomerId: string,
  eventId: string | null = null,
): Promise<Synced | null> {
  const sync = await ctx.runMutation(internal.billing.subscriptions.sync.begin, {
    stripeCustomerId,
    eventId,
  });
  if (sync === null) return null;
  const state = await stripe().fetchCustomerState(stripeCustomerId);
  const applied = await ctx.runMutation(internal.billing.subscriptions.sync.apply, {
    stripeCustomerId,
    sync,
    state,
    eventId,
  });
  if (applied === null) return null;
  const subscription = state.subscriptions.find(({ id }) => id === applied.liveId) ?? null;
  return {
    isDeleted: state.isDeleted,
    subscription,
    isTrialUsed: applied.isTrialUsed,
    wantedPlanType: applied.wantedPlanType,
    sync,
  };
}

export const begin = internalMutation({
  args: { stripeCustomerId: v.string(), eventId: v.union(v.string(), v.null()) },
  returns: v.union(v.number(), v.null()),
  handler: async (ctx, args) => await beginSync(ctx, args),
});

export const apply = internalMutation({
  args: newSnapshot,
  returns: v.union(appliedSnapshot, v.null()),
  handler: async (ctx, args) => await applySnapshot(ctx, args),
});

export const syncNow = internalAction({
  args: { stripeCustomerId: v.string() },
  returns: v.null(),
  handler: async (ctx, { stripeCustomerId }) => {
    await syncCustomer(ctx, stripeCustomerId);
    return null;
  },
});
