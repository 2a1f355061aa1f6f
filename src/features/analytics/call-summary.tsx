import { useQuery } from "convex/react";
import { CircleDollarSign, Clock, Phone, Timer } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { Contained } from "../../components/contained";
import { formatCost, formatDuration, formatNumber } from "../../lib/formats";
import { MinutesCard } from "./minutes-card";
import { SummaryCard } from "./summary-card";
import { PAGE, SUMMARY } from "./texts";

/** Totals of all calls ever made, regardless of the filter below. */
export function CallSummary() {
  const totals = useQuery(api.calls.callTotals);
  const { calls = 0, endedCalls = 0, seconds = 0, cost = 0 } = totals ?? {};
  const isLoading = totals === undefined;
  const completionRate = calls === 0 ? 0 : Math.round((endedCalls / calls) * 100);

  return (
    <div className="grid pairs gap-3 sm:gap-4 lg:grid-cols-4">
      <SummaryCard
        title={SUMMARY.calls}
        icon={Phone}
        value={formatNumber(calls)}
        note={SUMMARY.completionRate(completionRate)}
        isLoading={isLoading}
      />
      <SummaryCard
        title={SUMMARY.duration}
        icon={Clock}
        value={formatDuration(seconds / Math.max(endedCalls, 1))}
        note={SUMMARY.perCall}
        isLoading={isLoading}
      />
      <SummaryCard
        title={SUMMARY.cost}
        icon={CircleDollarSign}
        value={formatCost(cost)}
        note={SUMMARY.costNote}
        isLoading={isLoading}
      />
      <Contained what={PAGE.parts.minutes}>
        <MinutesCard icon={Timer} totals={totals} />
      </Contained>
    </div>
  );
}
