import { Button } from "../../components/button";
import type { Subscription } from "./billing-types";
import type { BillingActions } from "./use-billing-actions";

type StartPlanProps = { subscription: Subscription; actions: BillingActions };

/** Ends a trial early. Nothing can be charged without a payment method, so that comes first. */
export function StartPlanButton({ subscription, actions }: StartPlanProps) {
  const isBusy = actions.running !== null;
  if (subscription.paymentMethod === null) {
    return (
      <Button disabled={isBusy} onClick={actions.openPortal}>
        {actions.running === "portal" ? "Opening..." : "Add payment method"}
      </Button>
    );
  }
  return (
    <Button variant="primary" disabled={isBusy} onClick={actions.startPlan}>
      {actions.running === "start" ? "Starting..." : "Start plan now"}
    </Button>
  );
}
