/** Payment pages that are still open when a subscription has begun are closed: nobody needs a second one. */
import type { Handler } from "../../jobs/handler";
import { stripe } from "../../vendors/stripeClient";
import { chooseSubscription } from "../plans/subscriptionChoice";

/** The key is the customer's id at Stripe. */
export const checkoutClosing: Handler = {
  async run(_ctx, stripeCustomerId) {
    const state = await stripe().fetchCustomerState(stripeCustomerId);
    // It may have ended since, and its owner be about to pay for the next one.
    if (!chooseSubscription(state, null).isLive) return null;
    await stripe().closeOpenCheckouts(stripeCustomerId);
    return null;
  },
};
