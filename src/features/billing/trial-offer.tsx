import { formatPrice } from "../../lib/format-price";
import type { Subscription } from "./billing-types";
import { StartPlanButton } from "./start-plan";
import { planAfterTrial } from "./subscription-display";
import { TRIAL_OFFER } from "./texts";
import type { BillingActions } from "./use-billing-actions";

type TrialOfferProps = { subscription: Subscription; actions: BillingActions };

/** Offers to end the trial early, with the price. */
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
    return TRIAL_OFFER.withoutCard;
  }
  const { name, price } = planAfterTrial(subscription);
  return TRIAL_OFFER.withCard(name, formatPrice(price));
}
