/** Where the calls of the table come from: one component a source, since each asks in its own way. */
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
import type { CallDetailsCache } from "./use-call-details";
import type { Asked } from "./use-call-filter";

const PAGE_SIZE = 100;
const ALL: Asked = { assistantId: null, status: null, fromMs: null, toMs: null };

type ListProps = { details: CallDetailsCache };

/** Those just listed, then older ones by the page once the reader has come to the end. */
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
      // The oldest one is asked for again: another may have begun in the same moment.
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
  if (found.status === "LoadingFirstPage") return <Spinner label="Loading your calls" />;
  // A page may be empty while a later one is not, so only the last one tells.
  if (found.results.length === 0 && found.status === "Exhausted") return empty;
  return <CallTable calls={found.results} more={moreOf(found)} details={details} />;
}

/** The search finds the best hundred, which the other filters then narrow. */
export function FoundCalls({ words, asked, details, empty }: FilteredProps & { words: string }) {
  const found = useQuery(api.calls.searchCalls, { words });
  if (found === undefined) return <Spinner label="Searching your calls" />;
  const calls = found.filter((call) => fitsFilter(call, asked));
  if (calls.length === 0) return empty;
  return <CallTable calls={calls} more={{ state: "done" }} details={details} />;
}

function moreOf({ status, loadMore }: ReturnType<typeof usePaginatedQuery>): More {
  if (status === "Exhausted") return { state: "done" };
  if (status !== "CanLoadMore") return { state: "loading" };
  return { state: "ready", load: () => loadMore(PAGE_SIZE) };
}
