/** A trial that begins although its person or its card has had one is ended at once, and paid for. */
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { Handler } from "../../jobs/handler";
import { stripe } from "../../vendors/stripeClient";
import { isTrialOfCheckout } from "../plans/subscriptionChoice";
import { saveWantedPlan } from "./planChanges";
import { releaseForStart } from "./planStart";
import { readSubscriptionKey } from "./subscriptionKey";
import { syncCustomer } from "./sync";

export const trialEnding: Handler = {
  async run(ctx: ActionCtx, key) {
    const { stripeCustomerId, subscriptionId } = readSubscriptionKey(key);
    const customer = await ctx.runQuery(
      internal.billing.subscriptions.snapshots.customerByStripeId,
      {
        stripeCustomerId,
      },
    );
    // The subscription of an account that is gone is ended anyway.
    if (customer === null) return null;
    const { subscriptions } = await stripe().fetchCustomerState(stripeCustomerId);
    const trial = subscriptions.find(({ id }) => id === subscriptionId);
    // As it stands now: somebody may have given free days meanwhile, or it is done.
    if (trial === undefined || !isTrialOfCheckout(trial)) return null;
    const wantedPlanType = await releaseForStart(ctx, customer, trial);
    await stripe().endTrial(trial, wantedPlanType ?? trial.planType);
    if (wantedPlanType !== null) await saveWantedPlan(ctx, customer.ownerId, null);
    await syncCustomer(ctx, stripeCustomerId);
    return null;
  },
};
