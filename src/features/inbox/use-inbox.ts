import { usePaginatedQuery, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useAddressParams } from "../../lib/use-address-params";
import { readFilter, writeFilter, type InboxFilter } from "./inbox-filter";
import type { ShownOutcome } from "./shown-outcome";

const PAGE_SIZE = 30;

export interface Inbox {
  filter: InboxFilter;
  changeFilter: (changes: Partial<InboxFilter>) => void;
  assistants: FunctionReturnType<typeof api.assistants.listAssistants>;
  /** Undefined while loading. */
  outcomes: ShownOutcome[] | undefined;
  /** Null when all entries are loaded. */
  loadMore: (() => void) | null;
  isLoadingMore: boolean;
}

/** The entries that match the filter in the address, live: new ones appear at the top. */
export function useInbox(): Inbox {
  const [params, changeParams] = useAddressParams();
  const assistants = useQuery(api.assistants.listAssistants);
  const written = readFilter(params);
  // An id that is none of the owner's filters nothing: the assistant may have been deleted.
  const assistant = assistants?.find(({ _id }) => _id === written.assistantId);
  const filter = { ...written, assistantId: assistant?._id ?? null };
  const isKnown = written.assistantId === null || assistants !== undefined;

  const { words, ...choices } = filter;
  const isSearch = words !== "";
  const pages = usePages(isSearch || !isKnown ? "skip" : choices);
  const found = useQuery(api.outcomes.searchOutcomes, isSearch && isKnown ? filter : "skip");

  return {
    filter,
    changeFilter: (changes) =>
      changeParams((latest) => writeFilter(latest, { ...readFilter(latest), ...changes }), {
        replace: true,
        preventScrollReset: true,
      }),
    assistants: assistants ?? [],
    ...(isSearch ? { outcomes: found, loadMore: null, isLoadingMore: false } : pages),
  };
}

/**
 * A page of a rare filter may be empty without being the last, because the backend limits what it reads for a page.
 * So pages load by themselves until there is an entry more than `shownBefore`.
 */
function usePages(
  choices: Omit<InboxFilter, "words"> | "skip",
): Pick<Inbox, "outcomes" | "loadMore" | "isLoadingMore"> {
  const { results, status, loadMore } = usePaginatedQuery(api.outcomes.pageOutcomes, choices, {
    initialNumItems: PAGE_SIZE,
  });
  const list = JSON.stringify(choices);
  const [asked, setAsked] = useState({ list, shownBefore: 0 });
  const shownBefore = asked.list === list ? asked.shownBefore : 0;
  const canLoad = status === "CanLoadMore";
  const isShort = canLoad && results.length <= shownBefore;

  useEffect(() => {
    if (isShort) loadMore(PAGE_SIZE);
  }, [isShort, loadMore]);

  return {
    outcomes: results.length === 0 && status !== "Exhausted" ? undefined : results,
    loadMore: canLoad && !isShort ? () => setAsked({ list, shownBefore: results.length }) : null,
    isLoadingMore: isShort || status === "LoadingMore",
  };
}
