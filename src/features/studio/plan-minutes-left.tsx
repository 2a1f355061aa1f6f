import { isUnlimited } from "../../../convex/catalog/plans";
import { formatCost, formatNumber } from "../../lib/formats";

export interface PlanMinutes {
  isTrial: boolean;
  includedMinutes: number;
  remainingMinutes: number;
  /** In cents. */
  overageRate: number;
}

/** A subscriber's test calls use the plan's minutes, and leave the test minutes as they are. */
export function PlanMinutesLeft({ plan }: { plan: PlanMinutes }) {
  return (
    <div className="text-small text-faint">
      <p className="font-medium text-ink tabular-nums">{minutesText(plan)}</p>
      <p>Your test calls use these minutes, not the test time.</p>
    </div>
  );
}

function minutesText({ isTrial, includedMinutes, remainingMinutes, overageRate }: PlanMinutes) {
  if (isUnlimited(includedMinutes)) return "Your plan's minutes are not limited.";
  const kind = isTrial ? "trial" : "plan";
  const left = `${formatNumber(remainingMinutes)} of ${formatNumber(includedMinutes)} ${kind} minutes left.`;
  return remainingMinutes > 0 || isTrial
    ? left
    : `${left} Each extra minute costs ${formatCost(overageRate / 100)}.`;
}
