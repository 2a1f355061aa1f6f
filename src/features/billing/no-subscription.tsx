import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { formatNumber } from "../../lib/formats";
import type { FreeTrial, SubscriptionState } from "./billing-types";
import { noSubscriptionText } from "./subscription-problem";
import { CURRENT_PLAN, NO_SUBSCRIPTION } from "./texts";
import type { BillingActions } from "./use-billing-actions";

type NoSubscriptionProps = {
  subscriptionState: SubscriptionState;
  freeTrial: FreeTrial;
  actions: BillingActions;
};

/** The Current Plan card of an owner without a running subscription. */
export function NoSubscription({ subscriptionState, freeTrial, actions }: NoSubscriptionProps) {
  const { title, nextStep } = noSubscriptionText(subscriptionState);
  const isNew = subscriptionState.state === "none";
  const { remainingMinutes, freeTrialLimit } = freeTrial;
  return (
    <Card title={CURRENT_PLAN.title} subtitle={title}>
      <p>
        {nextStep !== null && `${nextStep} `}
        {NO_SUBSCRIPTION.freeMinutes(formatNumber(remainingMinutes), formatNumber(freeTrialLimit))}
        {isNew && ` ${NO_SUBSCRIPTION.choosePlan}`}
      </p>
      {!isNew && (
        <div>
          <Button disabled={actions.running !== null} onClick={actions.openPortal}>
            {actions.running === "portal" ? CURRENT_PLAN.openingPortal : CURRENT_PLAN.manageBilling}
          </Button>
        </div>
      )}
    </Card>
  );
}
