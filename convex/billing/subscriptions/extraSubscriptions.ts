/** A second subscription is ended and paid back: an owner has one. */
import { internal } from "../../_generated/api";
import type { Handler } from "../../jobs/handler";
import { alertOperator } from "../../lib/alert";
import { stripe } from "../../vendors/stripeClient";
import { chooseSubscription } from "../plans/subscriptionChoice";
import { readSubscriptionKey } from "./subscriptionKey";

/** Cancelled before it is refunded, so that a refund that Stripe refuses keeps no subscription alive. */
export const extraSubscription: Handler = {
  async run(ctx, key) {
    const { stripeCustomerId, subscriptionId } = readSubscriptionKey(key);
    const state = await stripe().fetchCustomerState(stripeCustomerId);
    const customer = await ctx.runQuery(
      internal.billing.subscriptions.snapshots.customerByStripeId,
      {
        stripeCustomerId,
      },
    );
    const knownId = customer?.subscription?.stripeSubscriptionId ?? null;
    const { isLive, subscription } = chooseSubscription(state, knownId);
    // The other one may have ended since: then this is the one that counts. Without an account none does.
    if (customer !== null && isLive && subscription?.id === subscriptionId) return null;
    const extra = state.subscriptions.find(({ id }) => id === subscriptionId);
    if (extra === undefined && !state.isDeleted) return null;
    const isRunning = extra?.endedAtMs === null;
    if (isRunning) await stripe().cancelExtraSubscription(subscriptionId);
    const refundedCents = await stripe().refundSubscription(subscriptionId);
    if (isRunning || refundedCents > 0) {
      const what = { stripeCustomerId, subscriptionId, refundedCents };
      alertOperator("A second subscription was cancelled and refunded", what);
    }
    return null;
  },
};
