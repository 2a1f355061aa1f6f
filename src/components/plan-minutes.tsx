import type { PaidPlan } from "../../convex/shared/plans";
import { formatPrice } from "../lib/format-price";
import { PLAN_MINUTES } from "./texts";

const MINUTES_PER_CALL = 2;

/** What a plan includes, and how it fits together with the plan's number of conversations. */
export function PlanMinutes({ limits }: Pick<PaidPlan, "limits">) {
  const { includedMinutes, overageRate } = limits;
  return (
    <div className="grid gap-1">
      <p className="font-medium">{PLAN_MINUTES.included(includedMinutes)}</p>
      <p className="text-small text-faint">
        {PLAN_MINUTES.shared(Math.floor(includedMinutes / MINUTES_PER_CALL))}{" "}
        {PLAN_MINUTES.overage(formatPrice(overageRate))}
      </p>
    </div>
  );
}
