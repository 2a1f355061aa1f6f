import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import type { LucideIcon } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { isUnlimited } from "../../../convex/shared/plans";
import { formatCounted, formatNumber } from "../../lib/formats";
import { SummaryCard } from "./summary-card";

type Totals = FunctionReturnType<typeof api.calls.callTotals>;
type Limits = FunctionReturnType<typeof api.usage.checkUsageLimits>;
type FreeTrial = FunctionReturnType<typeof api.usage.checkFreeTrialLimit>;

type MinutesCardProps = { icon: LucideIcon; totals: Totals | undefined };

export function MinutesCard({ icon, totals }: MinutesCardProps) {
  const limits = useQuery(api.usage.checkUsageLimits);
  const freeTrial = useQuery(api.usage.checkFreeTrialLimit);
  const isLoading = totals === undefined || limits === undefined || freeTrial === undefined;
  const words = isLoading ? { value: "", note: "" } : minutesWords(totals, limits, freeTrial);
  return <SummaryCard title="Minutes" icon={icon} isLoading={isLoading} {...words} />;
}

function minutesWords(totals: Totals, limits: Limits, freeTrial: FreeTrial) {
  if (limits.hasSubscription && !isUnlimited(limits.includedMinutes)) {
    // Rounded once, so that the numbers add up.
    const used = Math.round(limits.usedMinutes);
    const left = limits.includedMinutes - used;
    return {
      value: `${formatNumber(used)} / ${formatNumber(limits.includedMinutes)}`,
      note:
        left < 0
          ? `+${formatNumber(-left)} overage min`
          : `${formatNumber(left)} minutes remaining`,
    };
  }
  if (!limits.hasSubscription && !freeTrial.hasSubscription) {
    return {
      value: `${formatNumber(freeTrial.totalMinutesUsed)} / ${formatNumber(freeTrial.freeTrialLimit)}`,
      note: freeTrial.limitExceeded
        ? "Free trial limit exceeded"
        : `${formatNumber(freeTrial.remainingMinutes)} remaining (free trial)`,
      isAlarming: freeTrial.limitExceeded,
    };
  }
  return {
    value: `${formatNumber(Math.round(totals.seconds / 60))} min`,
    note: `${formatCounted(totals.calls, "call")} recorded`,
  };
}
