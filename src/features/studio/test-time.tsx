import clsx from "clsx";
import { TEST_MINUTES } from "../../../convex/catalog/limits";
import type { TestUsage } from "./use-live-usage";

const LOW_MINUTES = 2;

type TestTimeProps = { usage: TestUsage; hasSubscription: boolean };

export function TestTime({ usage, hasSubscription }: TestTimeProps) {
  const left = Math.min(TEST_MINUTES, usage.remainingMinutes);
  const isLow = left <= LOW_MINUTES;
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
      {hasSubscription && (
        <p className="text-small text-faint">
          You have a subscription: test calls count towards the minutes of your plan.
        </p>
      )}
      {isLow && (
        <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-small text-warn">
          {warningText(left, hasSubscription)}
        </p>
      )}
    </div>
  );
}

function warningText(left: number, hasSubscription: boolean): string {
  const next = hasSubscription ? "Your plan lets you keep talking." : "Subscribe to keep talking.";
  return left === 0
    ? `Your test minutes are used up. ${next}`
    : `Low on time: ${left.toFixed(1)} test minutes left. ${next}`;
}
