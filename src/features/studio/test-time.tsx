import clsx from "clsx";
import { Link } from "react-router-dom";
import { LOW_MINUTES, TEST_MINUTES } from "../../../convex/catalog/limits";
import { testLimitReached } from "../../../convex/catalog/messages";
import { ROUTES } from "../../lib/routes";
import { PlanMinutesLeft, type PlanMinutes } from "./plan-minutes-left";
import type { TestUsage } from "./use-live-usage";

/** `plan` is null for an owner without a subscription, whose test calls use the test time. */
type TestTimeProps = { usage: TestUsage; plan: PlanMinutes | null };

export function TestTime({ usage, plan }: TestTimeProps) {
  const left = Math.min(TEST_MINUTES, usage.remainingMinutes);
  const isLow = plan === null && left <= LOW_MINUTES;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span id="test-time">Test time remaining</span>
        <span className="font-medium tabular-nums">
          {left.toFixed(1)} of {TEST_MINUTES.toFixed(1)} minutes
        </span>
      </div>
      <div
        role="meter"
        aria-labelledby="test-time"
        aria-valuemin={0}
        aria-valuemax={TEST_MINUTES}
        aria-valuenow={Number(left.toFixed(1))}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <div
          className={clsx("h-full rounded-full transition-all", isLow ? "bg-warn" : "bg-accent")}
          style={{ width: `${(left / TEST_MINUTES) * 100}%` }}
        />
      </div>
      {plan !== null && <PlanMinutesLeft plan={plan} />}
      {isLow && <Warning usage={usage} left={left} />}
    </div>
  );
}

function Warning({ usage, left }: { usage: TestUsage; left: number }) {
  const isOver = !usage.canUse;
  return (
    <p
      role={isOver ? "alert" : "status"}
      className={clsx(
        "rounded-control px-3 py-2 text-small",
        isOver ? "bg-bad-soft text-bad" : "bg-warn-soft text-warn",
      )}
    >
      {isOver ? testLimitReached(usage.totalMinutesUsed) : lowText(left)}{" "}
      <Link to={ROUTES.subscription} className="font-medium underline underline-offset-2">
        View plans
      </Link>
    </p>
  );
}

function lowText(left: number): string {
  return left === 0
    ? "Your test minutes are used up. Subscribe to keep talking."
    : `Low on time: ${left.toFixed(1)} test minutes left. Subscribe to keep talking.`;
}
