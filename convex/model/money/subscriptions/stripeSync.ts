/** Asks Stripe about a customer and lets our tables follow. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "../../../_generated/api";
import type { ActionCtx } from "../../../_generated/server";
import {
  stripeCustomerState,
  type StripeSubscriptionState,
} from "../../../platforms/stripeCustomers";
import type { Applied } from "./snapshots";
import { stripe } from "../../vendors/stripe";

export const newSnapshot = {
  stripeCustomerId: v.string(),
  sync: v.number(),
  state: stripeCustomerState,
  eventId: v.union(v.string(), v.null()),
};

export const appliedSnapshot = v.object({
  liveId: v.union(v.string(), v.null()),
  isTrialUsed: v.boolean(),
  wantedPlanType: v.union(literals("STARTER", "PRO"), v.null()),
});

export interface Synced {
  isDeleted: boolean;
  /** The subscription that runs, if one does. */
  subscription: StripeSubscriptionState | null;
  isTrialUsed: boolean;
  wantedPlanType: Applied["wantedPlanType"];
  /** A number that no other sync of this customer has. */
  sync: number;
}

/** Null when the customer is not ours, or the event was dealt with before. */
export async function syncCustomer(
  ctx: ActionCtx,
  stripeCustomerId: string,
  eventId: string | null = null,
): Promise<Synced | null> {
  const sync = await ctx.runMutation(internal.backstage.subscriptions.begin, {
    stripeCustomerId,
    eventId,
  });
  if (sync === null) return null;
  const state = await stripe().fetchCustomerState(stripeCustomerId);
  const applied = await ctx.runMutation(internal.backstage.subscriptions.apply, {
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
