import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { Fact } from "../../components/fact";
import { formatPrice } from "../../lib/format-price";
import { formatDate } from "../../lib/formats";
import type { FreeTrial, SubscriptionState, Subscription } from "./billing-types";
import { NoSubscription } from "./no-subscription";
import { PendingChange } from "./pending-change";
import { subscriptionProblem } from "./subscription-problem";
import { TrialOffer } from "./trial-offer";
import {
  dateLabel,
  needsPaymentMethod,
  paymentMethodText,
  shownDateMs,
  STATUSES,
} from "./subscription-display";
import { CURRENT_PLAN } from "./texts";
import type { BillingActions } from "./use-billing-actions";

type CurrentPlanCardProps = {
  subscription: Subscription | null;
  subscriptionState: SubscriptionState;
  freeTrial: FreeTrial;
  actions: BillingActions;
  /** The alert above already has the button with which the owner can go on. */
  isOverLimit?: boolean;
};

export function CurrentPlanCard({
  subscription,
  subscriptionState,
  freeTrial,
  actions,
  isOverLimit = false,
}: CurrentPlanCardProps) {
  if (subscription === null) {
    return (
      <NoSubscription
        subscriptionState={subscriptionState}
        freeTrial={freeTrial}
        actions={actions}
      />
    );
  }
  const { status, plan, cancelAtPeriodEnd } = subscription;
  const problem = status === "other" ? subscriptionProblem(subscriptionState) : null;
  const isBusy = actions.running !== null;
  const offersToAddCard = needsPaymentMethod(subscription);

  return (
    <Card
      title={CURRENT_PLAN.title}
      aside={cancelAtPeriodEnd && <Badge tone="warn">{CURRENT_PLAN.expiring}</Badge>}
    >
      <dl className="grid pairs gap-4">
        <Fact isStrong label={CURRENT_PLAN.plan}>
          {plan.name}
        </Fact>
        <Fact isStrong label={CURRENT_PLAN.status}>
          {status === "other" ? (
            <Badge tone="warn">{problem?.label}</Badge>
          ) : (
            <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>
          )}
        </Fact>
        <Fact isStrong label={CURRENT_PLAN.price}>
          {CURRENT_PLAN.perMonth(formatPrice(plan.price))}
        </Fact>
        <Fact isStrong label={dateLabel(subscription)}>
          {formatDate(shownDateMs(subscription))}
        </Fact>
        <Fact isStrong label={CURRENT_PLAN.paymentMethod} className="col-span-full">
          {paymentMethodText(subscription) ??
            (offersToAddCard ? CURRENT_PLAN.noPaymentMethod : CURRENT_PLAN.addInPortal)}
        </Fact>
      </dl>
      {problem !== null && (
        <p className="rounded-control bg-warn-soft p-3 text-warn">{problem.text}</p>
      )}
      {subscriptionState.isDisputed && (
        <p className="rounded-control bg-warn-soft p-3 text-warn">{CURRENT_PLAN.disputed}</p>
      )}
      {subscriptionState.hadTrialBefore && (
        <p className="rounded-control bg-accent-soft p-3">
          {status === "active"
            ? CURRENT_PLAN.noTrialCharged(formatPrice(plan.price))
            : CURRENT_PLAN.noTrial}
        </p>
      )}
      <PendingChange subscription={subscription} actions={actions} />
      {!isOverLimit && <TrialOffer subscription={subscription} actions={actions} />}
      <div className="flex flex-wrap gap-2 sm:gap-3">
        {!offersToAddCard && (
          <Button disabled={isBusy} onClick={actions.openPortal}>
            {actions.running === "portal" ? CURRENT_PLAN.openingPortal : CURRENT_PLAN.manageBilling}
          </Button>
        )}
        {cancelAtPeriodEnd ? (
          <Button variant="primary" disabled={isBusy} onClick={actions.reactivate}>
            {actions.running === "reactivate" ? CURRENT_PLAN.reactivating : CURRENT_PLAN.reactivate}
          </Button>
        ) : (
          <Button
            variant="quiet"
            className={offersToAddCard ? "-ml-4" : undefined}
            disabled={isBusy}
            onClick={actions.cancel}
          >
            {actions.running === "cancel" ? CURRENT_PLAN.cancelling : CURRENT_PLAN.cancel}
          </Button>
        )}
      </div>
    </Card>
  );
}
