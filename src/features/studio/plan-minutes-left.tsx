import { Link } from "react-router-dom";
import { isUnlimited } from "../../../convex/shared/plans";
import { formatCost, formatNumber } from "../../lib/formats";
import { ROUTES } from "../../lib/routes";
import { PLAN_MINUTES } from "./texts";

export interface PlanMinutes {
  isTrial: boolean;
  includedMinutes: number;
  remainingMinutes: number;
  /** In cents. */
  overageRate: number;
  /** No call can start: the trial minutes are used up, or the spending limit is reached. */
  isUsedUp: boolean;
}

/** A subscriber's test calls use the minutes of the plan instead of the test minutes. */
export function PlanMinutesLeft({ plan }: { plan: PlanMinutes }) {
  return (
    <div className="text-small text-faint">
      <p className="font-medium text-ink tabular-nums">
        {minutesText(plan)}
        {plan.isUsedUp && (
          <>
            {" "}
            <Link to={ROUTES.subscription} className="underline underline-offset-2">
              {PLAN_MINUTES.seeWhatToDo}
            </Link>
          </>
        )}
      </p>
      <p>{PLAN_MINUTES.note}</p>
    </div>
  );
}

function minutesText(plan: PlanMinutes): string {
  const { isTrial, includedMinutes, remainingMinutes, overageRate, isUsedUp } = plan;
  if (isUnlimited(includedMinutes)) return PLAN_MINUTES.unlimited;
  const left = PLAN_MINUTES.left(
    formatNumber(remainingMinutes),
    formatNumber(includedMinutes),
    isTrial,
  );
  if (remainingMinutes > 0 || isTrial) return `${left}.`;
  return isUsedUp
    ? PLAN_MINUTES.spendingLimit(left)
    : PLAN_MINUTES.overage(left, formatCost(overageRate / 100));
}
