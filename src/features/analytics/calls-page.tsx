import { RefreshCw } from "lucide-react";
import clsx from "clsx";
import { Button } from "../../components/button";
import { Contained } from "../../components/contained";
import { Spinner } from "../../components/spinner";
import { usePageTitle } from "../../lib/use-page-title";
import { AnalyticsHeading } from "./analytics-heading";
import { CallSummary } from "./call-summary";
import { RecentCalls } from "./recent-calls";
import { PAGE } from "./texts";
import { useCallFilter } from "./use-call-filter";
import { useNewestCalls } from "./use-newest-calls";

export function CallsPage() {
  usePageTitle(PAGE.title);
  const { list, isRefreshing, refresh } = useNewestCalls();
  const filtering = useCallFilter();

  if (list.state === "loading") return <Spinner label={PAGE.loading} />;
  return (
    <div className="grid gap-6">
      <AnalyticsHeading>
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
      </AnalyticsHeading>
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
          <Contained what={PAGE.parts.calls}>
            <RecentCalls newest={list.calls} filtering={filtering} onDeleted={refresh} />
          </Contained>
        </>
      )}
    </div>
  );
}
