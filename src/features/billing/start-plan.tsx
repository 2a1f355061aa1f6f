import { Button } from "../../components/button";
import type { Subscription } from "./billing-types";
import { CURRENT_PLAN, TRIAL_OFFER } from "./texts";
import type { BillingActions } from "./use-billing-actions";

type StartPlanProps = { subscription: Subscription; actions: BillingActions };

/** Ends a trial early. That needs a payment method, so without one the button leads to the billing portal. */
export function StartPlanButton({ subscription, actions }: StartPlanProps) {
  const isBusy = actions.running !== null;
  if (subscription.paymentMethod === null) {
    return (
      <Button disabled={isBusy} onClick={actions.openPortal}>
        {actions.running === "portal" ? CURRENT_PLAN.openingPortal : TRIAL_OFFER.addPaymentMethod}
      </Button>
    );
  }
  return (
    <Button variant="primary" disabled={isBusy} onClick={actions.startPlan}>
      {actions.running === "start" ? TRIAL_OFFER.starting : TRIAL_OFFER.startPlan}
    </Button>
  );
}
