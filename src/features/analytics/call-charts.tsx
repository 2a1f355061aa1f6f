import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { Suspense } from "react";
import { Card } from "../../components/card";
import { lazyPart } from "../../components/lazy-part";
import { formatDate, formatNumber } from "../../lib/formats";
import { BarChart } from "./bar-chart";
import { daysAfter, daysOf, spanOf, type Span } from "./call-days";
import type { HourOfCalls } from "../../lib/shown-calls";
import type { Asked, Filtering } from "./use-call-filter";
import { useToday } from "./use-today";

/** Closed at first. */
const DayTable = lazyPart(() => import("./day-table"), "DayTable");

export function CallCharts({ filtering: { asked } }: { filtering: Filtering }) {
  const todayMs = useToday();
  const span = spanOf(asked ?? { fromMs: null, toMs: null }, todayMs);
  // A call changes the sums of today: those of the days before are not read again for it.
  const before = useHours(asked, { ...span, toMs: Math.min(span.toMs, todayMs) });
  const today = useHours(asked, { ...span, fromMs: Math.max(span.fromMs, todayMs) });
  const days = daysOf([...(before ?? []), ...(today ?? [])], span);
  const isLoading = before === undefined || today === undefined;
  if (days.length === 0) return null;

  return (
    <Card
      title="Day by day"
      subtitle={`Ended calls, ${formatDate(span.fromMs)} to ${formatDate(daysAfter(span.toMs, -1))}`}
    >
      <div className="grid gap-x-10 gap-y-8 sm:grid-cols-2" aria-busy={isLoading}>
        <BarChart
          title="Calls per day"
          bars={days.map(({ startMs, calls }) => ({ startMs, value: calls }))}
          total={isLoading ? "…" : `${formatNumber(sum(days.map(({ calls }) => calls)))} calls`}
        />
        <BarChart
          title="Minutes per day"
          bars={days.map(({ startMs, minutes }) => ({ startMs, value: minutes }))}
          total={
            isLoading ? "…" : `${formatNumber(sum(days.map(({ minutes }) => minutes)))} minutes`
          }
        />
      </div>
      <details>
        <summary className="w-fit rounded-control font-medium text-muted hover:text-ink">
          Show as a table
        </summary>
        <Suspense>
          {" "}
          <DayTable
            label="Calls and minutes per day"
            titles={["Calls", "Minutes"]}
            days={days.map(({ startMs, calls, minutes }) => ({
              startMs,
              figures: [calls, minutes],
            }))}
          />
        </Suspense>
      </details>
    </Card>
  );
}

/** Undefined while they are on their way. */
function useHours(asked: Asked | null, { fromMs, toMs }: Span): HourOfCalls[] | undefined {
  const isEmpty = fromMs >= toMs;
  const { assistantId = null } = asked ?? {};
  const args = asked === null || isEmpty ? "skip" : { assistantId, fromMs, toMs };
  const hours = useQuery(api.calls.callHours, args);
  return isEmpty ? [] : hours;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
