import { useQuery } from "convex/react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { questionsOf } from "../../../convex/shared/openQuestions";
import { Card } from "../../components/card";
import { formatDate, formatNumber } from "../../lib/formats";
import { ROUTES } from "../../lib/routes";
import { BarChart } from "./bar-chart";
import { daysAfter, daysOf, type Span } from "./call-days";
import { DayTable } from "./day-table";
import { figuresOf, percentOf, type Figures, type Outcomes, UNKNOWN } from "./outcome-figures";
import { CHARTS, OUTCOMES } from "./texts";
import { UnansweredQuestions } from "./unanswered-questions";
import type { Asked, Filtering } from "./use-call-filter";

const NOTHING: Outcomes = { outcomes: [], hasMore: false };

type OutcomesCardProps = { filtering: Filtering; span: Span; todayMs: number };

/** The results of calls in a period, compared with the period before. */
export function OutcomesCard({ filtering, span, todayMs }: OutcomesCardProps) {
  const { asked, assistants } = filtering;
  const length = daysOf([], span).length;
  // Separate queries, so that a new call does not read the previous days again.
  const today = useOutcomes(asked, { ...span, fromMs: Math.max(span.fromMs, todayMs) });
  const days = useOutcomes(asked, { ...span, toMs: Math.min(span.toMs, todayMs) });
  const before = useOutcomes(asked, {
    fromMs: daysAfter(span.fromMs, -length),
    toMs: span.fromMs,
  });
  const parts = [today, days, before];
  const isLoading = parts.includes(undefined);
  const outcomes = [...(today ?? NOTHING).outcomes, ...(days ?? NOTHING).outcomes];

  return (
    <Card
      title={OUTCOMES.title}
      subtitle={OUTCOMES.subtitle(formatDate(span.fromMs), formatDate(daysAfter(span.toMs, -1)))}
    >
      {!isLoading && outcomes.length === 0 ? (
        <NoOutcomes />
      ) : (
        <div className="grid gap-6" aria-busy={isLoading}>
          <Compared
            now={isLoading ? null : figuresOf(outcomes)}
            before={figuresOf((before ?? NOTHING).outcomes)}
            length={length}
          />
          <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
            <OutcomeDays outcomes={outcomes} span={span} isLoading={isLoading} />
            <UnansweredQuestions
              questions={isLoading ? null : questionsOf(outcomes)}
              assistants={assistants}
            />
          </div>
          {parts.some((part) => part?.hasMore) && (
            <p className="text-small text-faint">{OUTCOMES.partial}</p>
          )}
        </div>
      )}
    </Card>
  );
}

/** Undefined while loading. */
function useOutcomes(asked: Asked | null, { fromMs, toMs }: Span): Outcomes | undefined {
  const isEmpty = fromMs >= toMs;
  const { assistantId = null } = asked ?? {};
  const args = asked === null || isEmpty ? "skip" : { assistantId, fromMs, toMs };
  const outcomes = useQuery(api.outcomes.outcomesBetween, args);
  return isEmpty ? NOTHING : outcomes;
}

type ComparedProps = { now: Figures | null; before: Figures; length: number };

function Compared({ now, before, length }: ComparedProps) {
  const figures: [title: string, textOf: (figures: Figures) => string][] = [
    [OUTCOMES.entries, ({ entries }) => formatNumber(entries)],
    [OUTCOMES.successRate, ({ success }) => percentOf(success)],
    [OUTCOMES.required, ({ required }) => percentOf(required)],
  ];
  return (
    <dl className="grid gap-4 sm:grid-cols-3">
      {figures.map(([title, textOf]) => (
        <div key={title}>
          <dt className="text-muted">{title}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-title font-semibold tabular-nums">
              {now === null ? CHARTS.loading : textOf(now)}
            </span>
            {now !== null && textOf(before) !== UNKNOWN && (
              <span className="text-small text-faint">
                {OUTCOMES.before(textOf(before), length)}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type OutcomeDaysProps = { outcomes: Outcomes["outcomes"]; span: Span; isLoading: boolean };

function OutcomeDays({ outcomes, span, isLoading }: OutcomeDaysProps) {
  const entries = outcomes.filter(({ isInInbox }) => isInInbox);
  const hours = entries.map(({ atMs }) => ({ hourMs: atMs, calls: 1, seconds: 0 }));
  const days = daysOf(hours, span).map(({ startMs, calls }) => ({ startMs, value: calls }));
  const total = OUTCOMES.total(entries.length);
  return (
    <div className="grid min-w-0 content-start gap-6">
      <BarChart title={OUTCOMES.perDay} bars={days} total={isLoading ? CHARTS.loading : total} />
      <details>
        <summary className="w-fit rounded-control font-medium text-muted hover:text-ink">
          {CHARTS.asTable}
        </summary>
        <DayTable
          label={OUTCOMES.perDay}
          titles={[OUTCOMES.column]}
          days={days.map(({ startMs, value }) => ({ startMs, figures: [value] }))}
        />
      </details>
    </div>
  );
}

function NoOutcomes() {
  return (
    <p className="content-center text-center text-muted sm:min-h-70">
      {OUTCOMES.emptyBefore}
      <Link to={ROUTES.dashboard} className="text-accent-ink underline underline-offset-4">
        {OUTCOMES.emptyLink}
      </Link>
      {OUTCOMES.emptyAfter}
    </p>
  );
}
