import { usePaginatedQuery, useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { OutcomeStatus, ShownOutcome } from "./outcome-words";

const PAGE_SIZE = 30;

export interface InboxFilter {
  assistantId: Id<"assistants"> | null;
  status: OutcomeStatus | null;
  words: string;
}

export const NO_FILTER: InboxFilter = { assistantId: null, status: null, words: "" };

export interface Inbox {
  filter: InboxFilter;
  setFilter: (filter: InboxFilter) => void;
  /** Undefined while they are on their way. */
  outcomes: ShownOutcome[] | undefined;
  /** Null when all are there. */
  loadMore: (() => void) | null;
}

/** Live: what comes in while it is open stands at the top. */
export function useInbox(): Inbox {
  const [filter, setFilter] = useState(NO_FILTER);
  const { words, ...asked } = filter;
  const isSearch = words !== "";
  const page = usePaginatedQuery(api.outcomes.pageOutcomes, isSearch ? "skip" : asked, {
    initialNumItems: PAGE_SIZE,
  });
  const found = useQuery(api.outcomes.searchOutcomes, isSearch ? { words } : "skip");
  const outcomes = isSearch
    ? found?.filter((outcome) => fits(outcome, filter))
    : page.status === "LoadingFirstPage"
      ? undefined
      : page.results;
  const loadMore =
    !isSearch && page.status === "CanLoadMore" ? () => page.loadMore(PAGE_SIZE) : null;
  return { filter, setFilter, outcomes, loadMore };
}

export function fits({ assistant, status }: ShownOutcome, filter: InboxFilter): boolean {
  return (
    (filter.assistantId === null || assistant?.id === filter.assistantId) &&
    (filter.status === null || status === filter.status)
  );
}
