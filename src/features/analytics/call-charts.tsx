import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { Card } from "../../components/card";
import { formatDate, formatNumber } from "../../lib/formats";
import { BarChart } from "./bar-chart";
import { daysAfter, daysOf, type Span } from "./call-days";
import { callsPathFor, dayOf } from "./call-filter";
import { DayTable } from "./day-table";
import type { HourOfCalls } from "../../lib/shown-calls";
import type { Asked } from "./use-call-filter";
import { CHARTS } from "./texts";

type CallChartsProps = { asked: Asked | null; span: Span; todayMs: number };

export function CallCharts({ asked, span, todayMs }: CallChartsProps) {
  // Two queries, so that a new call does not read the sums of the previous days again.
  const before = useHours(asked, { ...span, toMs: Math.min(span.toMs, todayMs) });
  const today = useHours(asked, { ...span, fromMs: Math.max(span.fromMs, todayMs) });
  const days = daysOf([...(before ?? []), ...(today ?? [])], span);
  const isLoading = before === undefined || today === undefined;
  const busyDays = new Set(days.filter(({ calls }) => calls > 0).map(({ startMs }) => startMs));

  /** The calls of a day, if it has any. */
  function callsOf(startMs: number): string | null {
    if (!busyDays.has(startMs)) return null;
    const day = dayOf(startMs);
    return callsPathFor({ assistantId: asked?.assistantId ?? null, from: day, to: day });
  }

  return (
    <Card
      title={CHARTS.title}
      subtitle={CHARTS.subtitle(formatDate(span.fromMs), formatDate(daysAfter(span.toMs, -1)))}
    >
      <div className="grid gap-x-10 gap-y-8 sm:grid-cols-2" aria-busy={isLoading}>
        <BarChart
          title={CHARTS.calls}
          bars={days.map(({ startMs, calls }) => ({ startMs, value: calls }))}
          total={
            isLoading
              ? CHARTS.loading
              : CHARTS.callsTotal(formatNumber(sum(days.map(({ calls }) => calls))))
          }
          pathOf={callsOf}
        />
        <BarChart
          title={CHARTS.minutes}
          bars={days.map(({ startMs, minutes }) => ({ startMs, value: minutes }))}
          total={
            isLoading
              ? CHARTS.loading
              : CHARTS.minutesTotal(formatNumber(sum(days.map(({ minutes }) => minutes))))
          }
          pathOf={callsOf}
        />
      </div>
      <details>
        <summary className="w-fit rounded-control font-medium text-muted hover:text-ink">
          {CHARTS.asTable}
        </summary>
        <DayTable
          label={CHARTS.table}
          titles={CHARTS.columns}
          days={days.map(({ startMs, calls, minutes }) => ({
            startMs,
            figures: [calls, minutes],
          }))}
          pathOf={callsOf}
        />
      </details>
    </Card>
  );
}

/** Undefined while loading. */
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
