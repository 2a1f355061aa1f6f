/** The table's sources: the newest calls, a filter, and the search. */
import { usePaginatedQuery, useQuery } from "convex/react";
import { useState, type ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { NEWEST_CALLS } from "../../../convex/shared/limits";
import { Spinner } from "../../components/spinner";
import { CallTable } from "./call-table";
import type { More } from "./end-of-list";
import { fitsFilter } from "./fits-filter";
import type { ShownCall } from "../../lib/shown-calls";
import { withOlder } from "./newest-first";
import { PAGE, RECENT_CALLS, TABLE, TYPED } from "./texts";
import type { CallDetailsCache } from "./use-call-details";
import type { Asked } from "./use-call-filter";

const PAGE_SIZE = 100;
const ALL: Asked = { assistantId: null, status: null, fromMs: null, toMs: null };

type ListProps = { details: CallDetailsCache };

/** The newest calls, followed by pages of older ones as the reader scrolls down. */
export function NewestCalls({ newest, details }: ListProps & { newest: ShownCall[] }) {
  const [olderThanMs, setOlderThanMs] = useState<number | null>(null);
  const older = usePaginatedQuery(
    api.calls.pageCalls,
    olderThanMs === null ? "skip" : { ...ALL, toMs: olderThanMs },
    { initialNumItems: PAGE_SIZE },
  );
  const oldest = newest.at(-1);
  const begin: More = {
    state: newest.length < NEWEST_CALLS ? "done" : "ready",
    load() {
      // The page includes the oldest call again, because others may have started at the same moment.
      if (oldest !== undefined) setOlderThanMs(Date.parse(oldest.createdAt) + 1);
    },
  };
  return (
    <CallTable
      calls={withOlder(newest, older.results)}
      more={olderThanMs === null ? begin : moreOf(older)}
      details={details}
    />
  );
}

type FilteredProps = ListProps & { asked: Asked; empty: ReactNode };

export function FilteredCalls({ asked, details, empty }: FilteredProps) {
  const found = usePaginatedQuery(api.calls.pageCalls, asked, { initialNumItems: PAGE_SIZE });
  if (found.status === "LoadingFirstPage") return <Spinner label={PAGE.loading} />;
  // A page may be empty although a later one is not, so only the last page decides.
  if (found.results.length === 0 && found.status === "Exhausted") return empty;
  const idTitle = asked.channel === "text" ? TYPED.id : TABLE.id;
  return (
    <CallTable calls={found.results} more={moreOf(found)} details={details} idTitle={idTitle} />
  );
}

/** The search returns the best hundred calls. The other filters then narrow them down. */
export function FoundCalls({ words, asked, details, empty }: FilteredProps & { words: string }) {
  const found = useQuery(api.calls.searchCalls, { words });
  if (found === undefined) return <Spinner label={RECENT_CALLS.searching} />;
  const calls = found.filter((call) => fitsFilter(call, asked));
  if (calls.length === 0) return empty;
  return <CallTable calls={calls} more={{ state: "done" }} details={details} />;
}

function moreOf({ status, loadMore }: ReturnType<typeof usePaginatedQuery>): More {
  if (status === "Exhausted") return { state: "done" };
  if (status !== "CanLoadMore") return { state: "loading" };
  return { state: "ready", load: () => loadMore(PAGE_SIZE) };
}
