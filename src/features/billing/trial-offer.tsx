import { formatPrice } from "../../lib/format-price";
import type { Subscription } from "./billing-types";
import { StartPlanButton } from "./start-plan";
import { planAfterTrial } from "./subscription-words";
import type { BillingActions } from "./use-billing-actions";

type TrialOfferProps = { subscription: Subscription; actions: BillingActions };

/** That the trial may end sooner, and what that costs. */
export function TrialOffer({ subscription, actions }: TrialOfferProps) {
  if (subscription.status !== "trialing" || subscription.cancelAtPeriodEnd) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-accent-soft p-3">
      <p className="min-w-0 flex-1 basis-60">{offerText(subscription)}</p>
      <StartPlanButton subscription={subscription} actions={actions} />
    </div>
  );
}

function offerText(subscription: Subscription): string {
  if (subscription.paymentMethod === null) {
    return "With a payment method you can start your plan at any time. If the card had a free trial before, the plan starts at once.";
  }
  const { name, price } = planAfterTrial(subscription);
  return `You can start ${name} before the trial ends: ${formatPrice(price)} is charged today, and a new month of minutes begins.`;
}
