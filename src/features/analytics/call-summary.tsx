import { useQuery } from "convex/react";
import { CircleDollarSign, Clock, Phone, Timer } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { Contained } from "../../components/contained";
import { formatCost, formatDuration, formatNumber } from "../../lib/formats";
import { MinutesCard } from "./minutes-card";
import { SummaryCard } from "./summary-card";

/** Over all calls there ever were, whatever the list below shows. */
export function CallSummary() {
  const totals = useQuery(api.calls.callTotals);
  const { calls = 0, endedCalls = 0, seconds = 0, cost = 0 } = totals ?? {};
  const isLoading = totals === undefined;
  const completionRate = calls === 0 ? 0 : Math.round((endedCalls / calls) * 100);

  return (
    <div className="grid pairs gap-3 sm:gap-4 lg:grid-cols-4">
      <SummaryCard
        title="Total Calls"
        icon={Phone}
        value={formatNumber(calls)}
        note={`${completionRate}% completion rate`}
        isLoading={isLoading}
      />
      <SummaryCard
        title="Average Duration"
        icon={Clock}
        value={formatDuration(seconds / Math.max(endedCalls, 1))}
        note="Per call"
        isLoading={isLoading}
      />
      <SummaryCard
        title="Total Cost"
        icon={CircleDollarSign}
        value={formatCost(cost)}
        note="What the voice platform charges us, not you"
        isLoading={isLoading}
      />
      <Contained what="your minutes">
        <MinutesCard icon={Timer} totals={totals} />
      </Contained>
    </div>
  );
}
