import { TriangleAlert } from "lucide-react";
import clsx from "clsx";
import { canUpgrade } from "../../../convex/shared/upgrades";
import { formatPrice } from "../../lib/format-price";
import { formatCost, formatDate, formatNumber } from "../../lib/formats";
import type { SpendingLimit, Subscription, UsageLimits } from "./billing-types";
import { StartPlanButton } from "./start-plan";
import { planAfterTrial } from "./subscription-words";
import type { BillingActions } from "./use-billing-actions";

type UsageAlertsProps = {
  limits: UsageLimits;
  subscription: Subscription | null;
  /** Null where there are no extra minutes. */
  spending: SpendingLimit | null;
  actions: BillingActions;
};

export function UsageAlerts({ limits, subscription, spending, actions }: UsageAlertsProps) {
  // A banner on every page says that visitors cannot talk. That extra minutes are charged is no longer true.
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
    const used = `You've used ${formatNumber(limits.usedMinutes)} of ${formatNumber(limits.includedMinutes)} included minutes.`;
    const extra = formatNumber(limits.overageMinutes);
    return {
      title: "Usage Limit Exceeded",
      text:
        trial === null
          ? `${used} The ${extra} extra minutes are charged at ${rate} per minute.`
          : `${used} ${untilServed(limits, trial)}`,
    };
  }
  if (limits.approachingLimit) {
    return {
      title: "Approaching Usage Limit",
      text: `You've used ${limits.usagePercentage}% of your included minutes. ${nextStep(subscription, rate)}`,
    };
  }
  return null;
}

function nextStep(subscription: Subscription | null, rate: string): string {
  if (subscription === null || canUpgrade(subscription.planType)) {
    return "Consider upgrading your plan.";
  }
  return subscription.status === "trialing"
    ? "Calls end when they are used up."
    : `Each extra minute costs ${rate}.`;
}

/** A trial never costs anything: its calls end with its minutes. */
function untilServed({ includedMinutes }: UsageLimits, trial: Subscription): string {
  const { cancelAtPeriodEnd, paymentMethod, plan, currentPeriodEnd } = trial;
  const again = "Visitors can talk to your assistants again";
  if (cancelAtPeriodEnd)
    return `${again} once you reactivate your subscription and start your plan.`;
  if (paymentMethod !== null) {
    return `${again} when your plan starts: now for ${formatPrice(planAfterTrial(trial).price)}, or by itself on ${formatDate(currentPeriodEnd * 1000)}.`;
  }
  const more = plan.limits.includedMinutes - includedMinutes;
  return more > 0
    ? `${again} when you add a payment method, which gives your trial ${formatNumber(more)} minutes more.`
    : `${again} when you add a payment method and start your plan.`;
}
