/** Closes checkout pages that are still open after a subscription has begun, to prevent a second one. */
import type { Handler } from "../../jobs/handler";
import { stripe } from "../../vendors/stripeClient";
import { chooseSubscription } from "../plans/subscriptionChoice";

/** The job's key is the customer's id at Stripe. */
export const checkoutClosing: Handler = {
  async run(_ctx, stripeCustomerId) {
    const state = await stripe().fetchCustomerState(stripeCustomerId);
    // The subscription may have ended since, and the owner may be paying for the next one.
    if (!chooseSubscription(state, null).isLive) return null;
    await stripe().closeOpenCheckouts(stripeCustomerId);
    return null;
  },
};
