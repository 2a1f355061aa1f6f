import { Link } from "react-router-dom";
import { isUnlimited } from "../../../convex/shared/plans";
import { formatCost, formatNumber } from "../../lib/formats";
import { ROUTES } from "../../lib/routes";

export interface PlanMinutes {
  isTrial: boolean;
  includedMinutes: number;
  remainingMinutes: number;
  /** In cents. */
  overageRate: number;
  /** No call can start: a trial has no extra minutes, and extra minutes have a spending limit. */
  isUsedUp: boolean;
}

/** A subscriber's test calls use the plan's minutes, and leave the test minutes as they are. */
export function PlanMinutesLeft({ plan }: { plan: PlanMinutes }) {
  return (
    <div className="text-small text-faint">
      <p className="font-medium text-ink tabular-nums">
        {minutesText(plan)}
        {plan.isUsedUp && (
          <>
            {" "}
            <Link to={ROUTES.subscription} className="underline underline-offset-2">
              See what to do
            </Link>
          </>
        )}
      </p>
      <p>Your test calls use these minutes, not the test time.</p>
    </div>
  );
}

function minutesText(plan: PlanMinutes): string {
  const { isTrial, includedMinutes, remainingMinutes, overageRate, isUsedUp } = plan;
  if (isUnlimited(includedMinutes)) return "Your plan's minutes are not limited.";
  const kind = isTrial ? "trial" : "plan";
  const left = `${formatNumber(remainingMinutes)} of ${formatNumber(includedMinutes)} ${kind} minutes left`;
  if (remainingMinutes > 0 || isTrial) return `${left}.`;
  return isUsedUp
    ? `${left}, and your spending limit is reached.`
    : `${left}. Each extra minute costs ${formatCost(overageRate / 100)}.`;
}
