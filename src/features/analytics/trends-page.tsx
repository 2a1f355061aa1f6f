import { useQuery } from "convex/react";
import { ChartColumn } from "lucide-react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { buttonClass } from "../../components/button-class";
import { Contained } from "../../components/contained";
import { Spinner } from "../../components/spinner";
import { ROUTES } from "../../lib/routes";
import { usePageTitle } from "../../lib/use-page-title";
import { AnalyticsHeading } from "./analytics-heading";
import { CallCharts } from "./call-charts";
import { OutcomesCard } from "./outcomes-card";
import { PAGE, TRENDS } from "./texts";
import { TrendsFilters } from "./trends-filters";
import { useCallFilter } from "./use-call-filter";
import { usePeriod } from "./use-period";

/** Charts of the calls and of what they achieved. */
export function TrendsPage() {
  usePageTitle(TRENDS.title);
  return (
    <div className="grid gap-6">
      <AnalyticsHeading />
      <Contained what={PAGE.parts.trends}>
        <Trends />
      </Contained>
    </div>
  );
}

function Trends() {
  const totals = useQuery(api.calls.callTotals);
  const filtering = useCallFilter();
  const period = usePeriod();

  if (totals === undefined) return <Spinner label={TRENDS.loading} />;
  if (totals.calls === 0) return <NoCalls />;
  const { asked } = filtering;
  const { span, todayMs } = period;
  return (
    <>
      <TrendsFilters filtering={filtering} period={period} />
      {span.fromMs >= span.toMs ? (
        <p className="rounded-card border border-line bg-surface p-10 text-center text-muted">
          {TRENDS.noDays}
        </p>
      ) : (
        <>
          <Contained what={PAGE.parts.days}>
            <CallCharts asked={asked} span={span} todayMs={todayMs} />
          </Contained>
          <Contained what={PAGE.parts.outcomes}>
            <OutcomesCard filtering={filtering} span={span} todayMs={todayMs} />
          </Contained>
        </>
      )}
    </>
  );
}

function NoCalls() {
  return (
    <section className="grid justify-items-center gap-4 rounded-card border border-line bg-surface px-6 py-16 text-center shadow-soft">
      <span className="flex size-12 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <ChartColumn size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <div className="grid max-w-card gap-1">
        <h2 className="text-lead font-semibold">{TRENDS.emptyTitle}</h2>
        <p className="text-muted">{TRENDS.empty}</p>
      </div>
      <Link to={ROUTES.dashboard} className={buttonClass()}>
        {TRENDS.emptyLink}
      </Link>
    </section>
  );
}
