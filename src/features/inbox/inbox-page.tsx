import { useMutation, useQuery } from "convex/react";
import clsx from "clsx";
import { useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/button";
import { Spinner } from "../../components/spinner";
import { reasonOf } from "../../lib/error-reason";
import { toast } from "../../lib/toast";
import { usePageTitle } from "../../lib/use-page-title";
import { EmptyInbox } from "./empty-inbox";
import { InboxFilters } from "./inbox-filters";
import { OutcomeDetail } from "./outcome-detail";
import { OutcomeList } from "./outcome-list";
import type { ShownOutcome } from "./outcome-words";
import { SaveButton } from "./save-button";
import { NO_FILTER, useInbox } from "./use-inbox";

/** Which entry is open stands in the address, so that it can be sent and gone back from. */
const OPEN = "call";

export function InboxPage() {
  usePageTitle("Inbox");
  const { filter, setFilter, outcomes, loadMore } = useInbox();
  const unread = useQuery(api.outcomes.unreadOutcomes);
  const [params, setParams] = useSearchParams();
  const openId = params.get(OPEN);
  const open = outcomes?.find(({ callId }) => callId === openId);
  const change = useChange();
  const [cleared, setCleared] = useState(0);
  const isFiltered = filter.words !== "" || filter.assistantId !== null || filter.status !== null;

  /** With what is typed into the search. */
  function clear() {
    setFilter(NO_FILTER);
    setCleared(cleared + 1);
  }

  function show(outcome: ShownOutcome | undefined) {
    setParams(outcome === undefined ? {} : { [OPEN]: outcome.callId });
  }

  useEffect(() => {
    if (open?.isUnread === true) void change(open, { isUnread: false });
    // oxlint-disable-next-line react/exhaustive-deps -- By opening it, and not by whatever else changes.
  }, [open?.callId, open?.isUnread]);

  useKeys({
    j: () => step(1),
    k: () => step(-1),
    e: () => {
      const latest = outcomes?.find(({ callId }) => callId === latestId());
      if (latest !== undefined) {
        void change(latest, { status: latest.status === "done" ? "new" : "done" });
      }
    },
  });

  function step(by: number) {
    if (outcomes === undefined || outcomes.length === 0) return;
    const at = outcomes.findIndex(({ callId }) => callId === latestId());
    const next = Math.min(Math.max(at + by, 0), outcomes.length - 1);
    show(outcomes[next]);
  }

  return (
    <div className="grid gap-6">
      <div className={clsx("grid gap-6", open !== undefined && "max-lg:hidden")}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="flex items-baseline gap-3">
            <h1 className="text-title font-semibold">Inbox</h1>
            <span role="status" className="text-muted">
              {unread === undefined || unread === 0 ? "" : `${unread} unread`}
            </span>
          </div>
          {outcomes !== undefined && outcomes.length > 0 && <SaveButton filter={filter} />}
        </div>
        {(isFiltered || (outcomes !== undefined && outcomes.length > 0)) && (
          <InboxFilters key={cleared} filter={filter} onChange={setFilter} />
        )}
      </div>
      {outcomes === undefined && <Spinner label="Loading your inbox" />}
      {outcomes?.length === 0 &&
        (isFiltered ? (
          <div className="grid justify-items-center gap-3 rounded-card border border-line bg-surface p-10 text-center">
            <p className="text-muted">Nothing in your inbox fits.</p>
            <Button onClick={clear}>Show all</Button>
          </div>
        ) : (
          <EmptyInbox />
        ))}
      {outcomes !== undefined && outcomes.length > 0 && (
        <div className="grid items-start gap-6 lg:grid-cols-[22rem_1fr]">
          <div className={clsx("grid min-w-0 gap-3", open !== undefined && "max-lg:hidden")}>
            <OutcomeList outcomes={outcomes} openId={openId} onOpen={show} />
            {loadMore !== null && (
              <Button variant="quiet" onClick={loadMore}>
                Load older entries
              </Button>
            )}
            <p className="text-small text-faint max-lg:hidden">
              Keys: <kbd>j</kbd> and <kbd>k</kbd> go down and up, <kbd>e</kbd> sets the open one to
              done.
            </p>
          </div>
          {open === undefined ? (
            <p className="rounded-card border border-dashed border-line p-10 text-center text-muted max-lg:hidden">
              Choose an entry to read it.
            </p>
          ) : (
            <OutcomeDetail
              key={open.callId}
              outcome={open}
              onChange={(changed) => change(open, changed)}
              onBack={() => show(undefined)}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** Keys come faster than the page is drawn. The address is set at once. */
function latestId(): string | null {
  return new URLSearchParams(window.location.search).get(OPEN);
}

export type Changed = Partial<Pick<ShownOutcome, "status" | "note" | "isUnread">>;

/** Answers whether it was saved; that it was not has been said by then. */
function useChange() {
  const updateOutcome = useMutation(api.outcomes.updateOutcome);
  return async ({ callId }: ShownOutcome, changed: Changed): Promise<boolean> => {
    try {
      await updateOutcome({ callId, ...changed });
      return true;
    } catch (error) {
      toast.error("Failed to save the change.", { description: reasonOf(error) });
      return false;
    }
  };
}

/** While nothing is typed into. */
function useKeys(actions: Record<string, () => void>) {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    actions[event.key]?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act(event);
    window.addEventListener("keydown", listen);
    return () => {
      window.removeEventListener("keydown", listen);
    };
  }, []);
}
