/** Cancels and refunds a second subscription, because an owner has only one. */
import { internal } from "../../_generated/api";
import type { Handler } from "../../jobs/handler";
import { alertOperator } from "../../lib/alert";
import { stripe } from "../../vendors/stripeClient";
import { chooseSubscription } from "../plans/subscriptionChoice";
import { readSubscriptionKey } from "./subscriptionKey";

/** Cancels before the refund, so that a refused refund does not keep the subscription alive. */
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
    // If the other one has ended since, this is now the owner's subscription. A deleted account has none.
    if (customer !== null && isLive && subscription?.id === subscriptionId) return null;
    const extra = state.subscriptions.find(({ id }) => id === subscriptionId);
    if (extra === undefined && !state.isDeleted) return null;
    const isRunning = extra?.endedAtMs === null;
    if (isRunning) await stripe().cancelExtraSubscription(subscriptionId);
    const refundedCents = await stripe().refundSubscription(subscriptionId);
    if (isRunning || refundedCents > 0) {
      const details = { stripeCustomerId, subscriptionId, refundedCents };
      alertOperator("A second subscription was cancelled and refunded", details);
    }
    return null;
  },
};
