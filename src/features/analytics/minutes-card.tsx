import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import type { LucideIcon } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { isUnlimited } from "../../../convex/shared/plans";
import { formatCounted, formatNumber } from "../../lib/formats";
import { SummaryCard } from "./summary-card";
import { SUMMARY } from "./texts";

type Totals = FunctionReturnType<typeof api.calls.callTotals>;
type Limits = FunctionReturnType<typeof api.usage.checkUsageLimits>;
type FreeTrial = FunctionReturnType<typeof api.usage.checkFreeTrialLimit>;

type MinutesCardProps = { icon: LucideIcon; totals: Totals | undefined };

export function MinutesCard({ icon, totals }: MinutesCardProps) {
  const limits = useQuery(api.usage.checkUsageLimits);
  const freeTrial = useQuery(api.usage.checkFreeTrialLimit);
  const isLoading = totals === undefined || limits === undefined || freeTrial === undefined;
  const texts = isLoading ? { value: "", note: "" } : minutesTexts(totals, limits, freeTrial);
  return <SummaryCard title={SUMMARY.minutes} icon={icon} isLoading={isLoading} {...texts} />;
}

function minutesTexts(totals: Totals, limits: Limits, freeTrial: FreeTrial) {
  if (limits.hasSubscription && !isUnlimited(limits.includedMinutes)) {
    // Rounded once, so that used and remaining minutes add up.
    const used = Math.round(limits.usedMinutes);
    const left = limits.includedMinutes - used;
    return {
      value: SUMMARY.usedOf(formatNumber(used), formatNumber(limits.includedMinutes)),
      note: left < 0 ? SUMMARY.overage(formatNumber(-left)) : SUMMARY.remaining(formatNumber(left)),
    };
  }
  if (!limits.hasSubscription && !freeTrial.hasSubscription) {
    return {
      value: SUMMARY.usedOf(
        formatNumber(freeTrial.totalMinutesUsed),
        formatNumber(freeTrial.freeTrialLimit),
      ),
      note: freeTrial.limitExceeded
        ? SUMMARY.trialExceeded
        : SUMMARY.trialRemaining(formatNumber(freeTrial.remainingMinutes)),
      isAlarming: freeTrial.limitExceeded,
    };
  }
  return {
    value: SUMMARY.total(formatNumber(Math.round(totals.seconds / 60))),
    note: SUMMARY.recorded(formatCounted(totals.calls, "call")),
  };
}
