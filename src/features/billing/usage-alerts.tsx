import { TriangleAlert } from "lucide-react";
import clsx from "clsx";
import { formatCost, formatNumber } from "../../lib/formats";
import type { UsageLimits } from "./billing-types";

type UsageAlertsProps = { limits: UsageLimits; isTrial: boolean };

export function UsageAlerts({ limits, isTrial }: UsageAlertsProps) {
  const alert = alertFor(limits, isTrial);
  if (alert === null) return null;
  return (
    <section
      role="alert"
      className={clsx(
        "flex gap-3 rounded-card p-4",
        limits.overLimit ? "bg-bad-soft text-bad" : "bg-warn-soft text-warn",
      )}
    >
      <TriangleAlert size={20} strokeWidth={1.75} className="shrink-0" aria-hidden />
      <div className="grid gap-1">
        <h2 className="font-semibold">{alert.title}</h2>
        <p>{alert.text}</p>
      </div>
    </section>
  );
}

function alertFor(limits: UsageLimits, isTrial: boolean): { title: string; text: string } | null {
  if (limits.overLimit) {
    const used = `You've used ${formatNumber(limits.usedMinutes)} of ${formatNumber(limits.includedMinutes)} included minutes.`;
    const extra = formatNumber(limits.overageMinutes);
    return {
      title: "Usage Limit Exceeded",
      // A trial never costs anything: its calls end with its minutes.
      text: isTrial
        ? `${used} Visitors can talk to your assistants again when your trial becomes a paid plan.`
        : `${used} The ${extra} extra minutes are charged at ${formatCost(limits.overageRate / 100)} per minute.`,
    };
  }
  if (limits.approachingLimit) {
    return {
      title: "Approaching Usage Limit",
      text: `You've used ${limits.usagePercentage}% of your included minutes. Consider upgrading your plan.`,
    };
  }
  return null;
}
