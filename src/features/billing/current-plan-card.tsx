import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { Fact } from "../../components/fact";
import { formatPrice } from "../../lib/format-price";
import { formatDate } from "../../lib/formats";
import type { FreeTrial, Standing, Subscription } from "./billing-types";
import { NoSubscription } from "./no-subscription";
import { PendingChange } from "./pending-change";
import { dueWords } from "./standing-words";
import { TrialOffer } from "./trial-offer";
import {
  dateLabel,
  needsPaymentMethod,
  paymentMethodText,
  shownDateMs,
  STATUSES,
} from "./subscription-words";
import type { BillingActions } from "./use-billing-actions";

type CurrentPlanCardProps = {
  subscription: Subscription | null;
  standing: Standing;
  freeTrial: FreeTrial;
  actions: BillingActions;
};

export function CurrentPlanCard({
  subscription,
  standing,
  freeTrial,
  actions,
}: CurrentPlanCardProps) {
  if (subscription === null) {
    return <NoSubscription standing={standing} freeTrial={freeTrial} actions={actions} />;
  }
  const { status, plan, cancelAtPeriodEnd } = subscription;
  const due = status === "other" ? dueWords(standing) : null;
  const isBusy = actions.running !== null;
  const offersToAddCard = needsPaymentMethod(subscription);

  return (
    <Card title="Current Plan" aside={cancelAtPeriodEnd && <Badge tone="warn">Expiring</Badge>}>
      <dl className="grid pairs gap-4">
        <Fact isStrong label="Plan">
          {plan.name}
        </Fact>
        <Fact isStrong label="Status">
          {status === "other" ? (
            <Badge tone="warn">{due?.label}</Badge>
          ) : (
            <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>
          )}
        </Fact>
        <Fact isStrong label="Price">
          {formatPrice(plan.price)} per month
        </Fact>
        <Fact isStrong label={dateLabel(subscription)}>
          {formatDate(shownDateMs(subscription))}
        </Fact>
        <Fact isStrong label="Payment method" className="col-span-full">
          {paymentMethodText(subscription) ??
            (offersToAddCard ? "None yet" : "None yet. Add one under Manage billing.")}
        </Fact>
      </dl>
      {due !== null && <p className="rounded-control bg-warn-soft p-3 text-warn">{due.text}</p>}
      {standing.isDisputed && (
        <p className="rounded-control bg-warn-soft p-3 text-warn">
          A payment was disputed at your bank. Until this is settled, visitors cannot talk to your
          assistants and extra minutes are not charged. If it was a mistake, contact us.
        </p>
      )}
      {standing.hadTrialBefore && (
        <p className="rounded-control bg-accent-soft p-3">
          You or this card had a free trial before. So your plan began at once
          {status === "active" ? `, and ${formatPrice(plan.price)} was charged.` : "."}
        </p>
      )}
      <PendingChange subscription={subscription} actions={actions} />
      <TrialOffer subscription={subscription} actions={actions} />
      <div className="flex flex-wrap gap-3">
        {!offersToAddCard && (
          <Button disabled={isBusy} onClick={actions.openPortal}>
            {actions.running === "portal" ? "Opening..." : "Manage billing"}
          </Button>
        )}
        {cancelAtPeriodEnd ? (
          <Button variant="primary" disabled={isBusy} onClick={actions.reactivate}>
            {actions.running === "reactivate" ? "Reactivating..." : "Reactivate subscription"}
          </Button>
        ) : (
          <Button
            variant="quiet"
            className={offersToAddCard ? "-ml-4" : undefined}
            disabled={isBusy}
            onClick={actions.cancel}
          >
            {actions.running === "cancel" ? "Cancelling..." : "Cancel subscription"}
          </Button>
        )}
      </div>
    </Card>
  );
}
