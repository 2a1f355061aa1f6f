import { Button } from "../../components/button";
import { Card } from "../../components/card";
import { Fact } from "../../components/fact";
import { formatCounted, formatNumber } from "../../lib/formats";
import type { Assistants, CurrentUsage, UsageLimits } from "./billing-types";
import { USAGE_DETAILS } from "./texts";
import type { BillingActions } from "./use-billing-actions";

type UsageDetailsCardProps = {
  usage: CurrentUsage;
  assistants: Assistants;
  limits: UsageLimits;
  actions: BillingActions;
};

export function UsageDetailsCard({ usage, assistants, limits, actions }: UsageDetailsCardProps) {
  const { totalMinutes, typedMinutes, totalCalls, usageByAssistant } = usage;
  const spokenMinutes = Math.max(0, totalMinutes - typedMinutes);
  const average = totalCalls === 0 ? 0 : Math.round(spokenMinutes / totalCalls);
  const names = new Map<string, string>(assistants.map(({ _id, name }) => [_id, name]));
  const byAssistant = Object.entries(usageByAssistant).sort(
    ([, a], [, b]) => b.minutes - a.minutes,
  );

  return (
    <Card
      title={USAGE_DETAILS.title}
      subtitle={limits.hasSubscription ? USAGE_DETAILS.subscriptionMonth : USAGE_DETAILS.month}
      aside={
        limits.hasSubscription && (
          <Button disabled={actions.running !== null} onClick={actions.checkOverage}>
            {actions.running === "overage" ? USAGE_DETAILS.checking : USAGE_DETAILS.checkOverage}
          </Button>
        )
      }
    >
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Fact isStrong label={USAGE_DETAILS.totalMinutes}>
          {formatNumber(totalMinutes)}
        </Fact>
        <Fact isStrong label={USAGE_DETAILS.totalCalls}>
          {formatNumber(totalCalls)}
        </Fact>
        <Fact isStrong label={USAGE_DETAILS.average}>
          {USAGE_DETAILS.minutes(formatNumber(average))}
        </Fact>
      </dl>
      {typedMinutes > 0 && (
        <p className="text-muted">{USAGE_DETAILS.typed(formatNumber(typedMinutes))}</p>
      )}
      {byAssistant.length === 0 ? (
        <p className="text-muted">{USAGE_DETAILS.empty}</p>
      ) : (
        <div className="grid gap-2">
          <h3 className="text-small text-muted">{USAGE_DETAILS.byAssistant}</h3>
          <ul className="border-t border-line">
            {byAssistant.map(([id, { minutes, calls }]) => (
              <li
                key={id}
                className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2"
              >
                <span className="min-w-0 font-medium break-words">
                  {names.get(id) ?? USAGE_DETAILS.deletedAssistant}
                </span>
                <span className="text-muted tabular-nums">
                  {USAGE_DETAILS.minutesAndCalls(
                    formatNumber(minutes),
                    formatCounted(calls, "call"),
                  )}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}
