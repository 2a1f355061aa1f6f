/** A trial that begins although its person or its card has had one is ended at once, and paid for. */
import type { ActionCtx } from "../../../_generated/server";
import type { Handler } from "../../outbox/handler";
import { stripe } from "../../vendors/stripe";
import { syncCustomer } from "./stripeSync";
import { readSubscriptionKey } from "./subscriptionKey";
import { isTrialOfCheckout } from "../plans/subscriptionChoice";

export const trialEnding: Handler = {
  async run(ctx: ActionCtx, key) {
    const { stripeCustomerId, subscriptionId } = readSubscriptionKey(key);
    const { subscriptions } = await stripe().fetchCustomerState(stripeCustomerId);
    const trial = subscriptions.find(({ id }) => id === subscriptionId);
    // As it stands now: somebody may have given free days meanwhile, or it is done.
    if (trial === undefined || !isTrialOfCheckout(trial)) return null;
    await stripe().endTrial(trial);
    await syncCustomer(ctx, stripeCustomerId);
    return null;
  },
};
