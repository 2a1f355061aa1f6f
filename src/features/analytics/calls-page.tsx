import { RefreshCw } from "lucide-react";
import clsx from "clsx";
import { Suspense } from "react";
import { Button } from "../../components/button";
import { Contained } from "../../components/contained";
import { lazyPart } from "../../components/lazy-part";
import { Spinner } from "../../components/spinner";
import { usePageTitle } from "../../lib/use-page-title";
import { CallCharts } from "./call-charts";
import { CallSummary } from "./call-summary";
import { RecentCalls } from "./recent-calls";
import { PAGE } from "./texts";
import { useCallFilter } from "./use-call-filter";
import { useNewestCalls } from "./use-newest-calls";

const OutcomesCard = lazyPart(() => import("./outcomes-card"), "OutcomesCard");

export function CallsPage() {
  usePageTitle(PAGE.title);
  const { list, isRefreshing, refresh } = useNewestCalls();
  const filtering = useCallFilter();

  if (list.state === "loading") return <Spinner label={PAGE.loading} />;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-title font-semibold">{PAGE.title}</h1>
        {list.state === "loaded" && (
          <Button disabled={isRefreshing} aria-busy={isRefreshing} onClick={refresh}>
            <RefreshCw
              size={16}
              strokeWidth={1.75}
              className={clsx(isRefreshing && "animate-spin")}
              aria-hidden
            />
            {PAGE.refresh}
          </Button>
        )}
      </div>
      {list.state === "failed" ? (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line bg-surface p-6 shadow-soft"
        >
          <p className="min-w-0 break-words">{PAGE.failed(list.message)}</p>
          <Button onClick={refresh}>{PAGE.retry}</Button>
        </div>
      ) : (
        <>
          <Contained what={PAGE.parts.totals}>
            <CallSummary />
          </Contained>
          {list.calls.length > 0 && (
            <>
              <Contained what={PAGE.parts.days}>
                <CallCharts filtering={filtering} />
              </Contained>
              <Contained what={PAGE.parts.outcomes}>
                <Suspense fallback={<div className="h-105" />}>
                  <OutcomesCard filtering={filtering} />
                </Suspense>
              </Contained>
            </>
          )}
          <Contained what={PAGE.parts.calls}>
            <RecentCalls newest={list.calls} filtering={filtering} onDeleted={refresh} />
          </Contained>
        </>
      )}
    </div>
  );
}
