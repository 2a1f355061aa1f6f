import { TriangleAlert } from "lucide-react";
import clsx from "clsx";
import { canUpgrade } from "../../../convex/shared/upgrades";
import { formatPrice } from "../../lib/format-price";
import { formatCost, formatDate, formatNumber } from "../../lib/formats";
import type { SpendingLimit, Subscription, UsageLimits } from "./billing-types";
import { StartPlanButton } from "./start-plan";
import { planAfterTrial } from "./subscription-display";
import { USAGE_ALERTS } from "./texts";
import type { BillingActions } from "./use-billing-actions";

type UsageAlertsProps = {
  limits: UsageLimits;
  subscription: Subscription | null;
  /** Null if the plan has no extra minutes. */
  spending: SpendingLimit | null;
  actions: BillingActions;
};

export function UsageAlerts({ limits, subscription, spending, actions }: UsageAlertsProps) {
  // The spending banner already says that visitors cannot talk, and extra minutes are no longer charged.
  if (spending?.state === "reached") return null;
  const trial = subscription?.status === "trialing" ? subscription : null;
  const alert = alertFor(limits, subscription);
  if (alert === null) return null;
  const canStart = limits.overLimit && trial?.cancelAtPeriodEnd === false;
  return (
    <section
      role="alert"
      className={clsx(
        "flex flex-wrap items-center gap-3 rounded-card p-4",
        limits.overLimit ? "bg-bad-soft text-bad" : "bg-warn-soft text-warn",
      )}
    >
      <TriangleAlert size={20} strokeWidth={1.75} className="shrink-0 self-start" aria-hidden />
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <h2 className="font-semibold">{alert.title}</h2>
        <p>{alert.text}</p>
      </div>
      {canStart && <StartPlanButton subscription={trial} actions={actions} />}
    </section>
  );
}

function alertFor(
  limits: UsageLimits,
  subscription: Subscription | null,
): { title: string; text: string } | null {
  const trial = subscription?.status === "trialing" ? subscription : null;
  const rate = formatCost(limits.overageRate / 100);
  if (limits.overLimit) {
    const used = USAGE_ALERTS.used(
      formatNumber(limits.usedMinutes),
      formatNumber(limits.includedMinutes),
    );
    const consequence =
      trial === null
        ? USAGE_ALERTS.overage(formatNumber(limits.overageMinutes), rate)
        : howTrialContinues(limits, trial);
    return { title: USAGE_ALERTS.exceeded, text: `${used} ${consequence}` };
  }
  if (limits.approachingLimit) {
    const used = USAGE_ALERTS.percentage(limits.usagePercentage);
    return { title: USAGE_ALERTS.approaching, text: `${used} ${nextStep(subscription, rate)}` };
  }
  return null;
}

function nextStep(subscription: Subscription | null, rate: string): string {
  if (subscription === null || canUpgrade(subscription.planType)) return USAGE_ALERTS.upgrade;
  return subscription.status === "trialing"
    ? USAGE_ALERTS.trialEnds
    : USAGE_ALERTS.overageRate(rate);
}

/** A trial never costs anything: calls end with its minutes, and this says what brings them back. */
function howTrialContinues({ includedMinutes }: UsageLimits, trial: Subscription): string {
  const { cancelAtPeriodEnd, paymentMethod, plan, currentPeriodEnd } = trial;
  if (cancelAtPeriodEnd) return USAGE_ALERTS.afterReactivating;
  if (paymentMethod !== null) {
    return USAGE_ALERTS.afterStarting(
      formatPrice(planAfterTrial(trial).price),
      formatDate(currentPeriodEnd * 1000),
    );
  }
  const more = plan.limits.includedMinutes - includedMinutes;
  return more > 0
    ? USAGE_ALERTS.afterAddingCard(formatNumber(more))
    : USAGE_ALERTS.afterAddingCardAndStarting;
}
