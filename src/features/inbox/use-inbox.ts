import { usePaginatedQuery, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { matchesFilter, readFilter, writeFilter, type InboxFilter } from "./inbox-filter";
import type { ShownOutcome } from "./shown-outcome";

const PAGE_SIZE = 30;

export interface Inbox {
  filter: InboxFilter<Id<"assistants">>;
  setFilter: (filter: InboxFilter) => void;
  assistants: FunctionReturnType<typeof api.assistants.listAssistants>;
  /** Undefined while loading. */
  outcomes: ShownOutcome[] | undefined;
  /** Null when all entries are loaded. */
  loadMore: (() => void) | null;
}

/** The entries that match the filter in the address, live: new ones appear at the top. */
export function useInbox(): Inbox {
  const [params, setParams] = useSearchParams();
  const assistants = useQuery(api.assistants.listAssistants);
  const written = readFilter(params);
  // An id that is none of the owner's filters nothing: the assistant may have been deleted.
  const assistant = assistants?.find(({ _id }) => _id === written.assistantId);
  const filter = { ...written, assistantId: assistant?._id ?? null };
  const isKnown = written.assistantId === null || assistants !== undefined;

  const { words, ...choices } = filter;
  const isSearch = words !== "";
  const page = usePaginatedQuery(
    api.outcomes.pageOutcomes,
    isSearch || !isKnown ? "skip" : choices,
    { initialNumItems: PAGE_SIZE },
  );
  const found = useQuery(api.outcomes.searchOutcomes, isSearch && isKnown ? { words } : "skip");
  const loaded = page.status === "LoadingFirstPage" ? undefined : page.results;

  return {
    filter,
    setFilter: (changed) =>
      setParams((before) => writeFilter(before, changed), {
        replace: true,
        preventScrollReset: true,
      }),
    assistants: assistants ?? [],
    outcomes: isSearch ? found?.filter((outcome) => matchesFilter(outcome, filter)) : loaded,
    loadMore: !isSearch && page.status === "CanLoadMore" ? () => page.loadMore(PAGE_SIZE) : null,
  };
}
