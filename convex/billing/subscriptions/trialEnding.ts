/** Ends a trial at once if the person or the card has already had one. The owner then pays for the plan. */
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
    // Deleting an account ends its subscription anyway.
    if (customer === null) return null;
    const { subscriptions } = await stripe().fetchCustomerState(stripeCustomerId);
    const trial = subscriptions.find(({ id }) => id === subscriptionId);
    // Checked again, because the trial may have ended, or somebody may have given free days since.
    if (trial === undefined || !isTrialOfCheckout(trial)) return null;
    const wantedPlanType = await releaseForStart(ctx, customer, trial);
    await stripe().endTrial(trial, wantedPlanType ?? trial.planType);
    if (wantedPlanType !== null) await saveWantedPlan(ctx, customer.ownerId, null);
    await syncCustomer(ctx, stripeCustomerId);
    return null;
  },
};
