import { Badge } from "../../components/badge";
import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { Fact } from "../../components/fact";
import { formatPrice } from "../../lib/format-price";
import { formatDate, formatNumber } from "../../lib/formats";
import type { FreeTrial, Subscription } from "./billing-types";
import { PendingChange } from "./pending-change";
import { dateLabel, paymentMethodText, STATUSES } from "./subscription-words";
import type { BillingActions } from "./use-billing-actions";

type CurrentPlanCardProps = {
  subscription: Subscription | null;
  freeTrial: FreeTrial;
  actions: BillingActions;
};

export function CurrentPlanCard({ subscription, freeTrial, actions }: CurrentPlanCardProps) {
  if (subscription === null) {
    return (
      <Card title="Current Plan" subtitle="You have no subscription yet.">
        <p>
          Creating and testing assistants is free: {formatNumber(freeTrial.remainingMinutes)} of{" "}
          {formatNumber(freeTrial.freeTrialLimit)} free minutes left. Choose a plan to put your
          assistants on your website.
        </p>
      </Card>
    );
  }
  const { status, plan, cancelAtPeriodEnd, currentPeriodEnd } = subscription;
  const { label, tone } = STATUSES[status];
  const isBusy = actions.running !== null;

  return (
    <Card title="Current Plan" aside={cancelAtPeriodEnd && <Badge tone="warn">Expiring</Badge>}>
      <dl className="grid grid-cols-2 gap-4">
        <Fact isStrong label="Plan">
          {plan.name}
        </Fact>
        <Fact isStrong label="Status">
          <Badge tone={tone}>{label}</Badge>
        </Fact>
        <Fact isStrong label="Price">
          {formatPrice(plan.price)} per month
        </Fact>
        <Fact isStrong label={dateLabel(subscription)}>
          {formatDate(currentPeriodEnd * 1000)}
        </Fact>
        <Fact isStrong label="Payment method" className="col-span-2">
          {paymentMethodText(subscription) ?? "None yet. Add one under Manage billing."}
        </Fact>
      </dl>
      {status === "other" && (
        <p className="rounded-control bg-warn-soft p-3 text-warn">
          Your last payment failed, so visitors cannot talk to your assistants. Update your payment
          method under Manage billing to bring them back.
        </p>
      )}
      <PendingChange subscription={subscription} actions={actions} />
      <div className="flex flex-wrap gap-3">
        <Button disabled={isBusy} onClick={actions.openPortal}>
          {actions.running === "portal" ? "Opening..." : "Manage billing"}
        </Button>
        {cancelAtPeriodEnd ? (
          <Button variant="primary" disabled={isBusy} onClick={actions.reactivate}>
            {actions.running === "reactivate" ? "Reactivating..." : "Reactivate subscription"}
          </Button>
        ) : (
          <Button variant="quiet" disabled={isBusy} onClick={actions.cancel}>
            {actions.running === "cancel" ? "Cancelling..." : "Cancel subscription"}
          </Button>
        )}
      </div>
    </Card>
  );
}
