import { useMutation, useQuery } from "convex/react";
import clsx from "clsx";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate, type Location } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/button";
import { Spinner } from "../../components/spinner";
import { reasonOf } from "../../lib/error-reason";
import { INBOX_PARAMS } from "../../lib/routes";
import { toast } from "../../lib/toast";
import { useAddressParams } from "../../lib/use-address-params";
import { usePageTitle } from "../../lib/use-page-title";
import { EmptyInbox } from "./empty-inbox";
import { InboxFilters } from "./inbox-filters";
import { OutcomeDetail } from "./outcome-detail";
import { OutcomeList } from "./outcome-list";
import { DownloadButton } from "./download-button";
import { isFiltering, NO_FILTER } from "./inbox-filter";
import { isEntryOf, type ShownOutcome } from "./shown-outcome";
import { PAGE } from "./texts";
import { useInbox } from "./use-inbox";
import { useListPlace } from "./use-list-place";

/** Part of the address, so that an open entry can be shared and the back button closes it. */
const OPEN_PARAM = INBOX_PARAMS.open;

/** The state of an entry's address if the list is one step back in the browser's history. */
const FROM_LIST = "from the list";

export function InboxPage() {
  usePageTitle(PAGE.title);
  const inbox = useInbox();
  const { filter, changeFilter, outcomes, loadMore, isLoadingMore } = inbox;
  const unread = useQuery(api.outcomes.unreadOutcomes);
  const [params, changeParams] = useAddressParams();
  const openId = params.get(OPEN_PARAM);
  const open = outcomes?.find((outcome) => isEntryOf(outcome, openId));
  const change = useChange();
  const [resets, setResets] = useState(0);
  const isFiltered = isFiltering(filter);
  const list = useRef<HTMLDivElement>(null);
  const { state } = useLocation() as Location<unknown>;
  const navigate = useNavigate();
  useListPlace(list, open !== undefined);

  /** A new key also clears what was typed and not searched for yet. */
  function clear() {
    changeFilter(NO_FILTER);
    setResets(resets + 1);
  }

  function show(outcome: ShownOutcome | undefined) {
    changeParams(
      (next) => {
        if (outcome === undefined) next.delete(OPEN_PARAM);
        else next.set(OPEN_PARAM, outcome.callId);
        return next;
      },
      { state: outcome !== undefined && latestId() === null ? FROM_LIST : null },
    );
  }

  function goBackToList() {
    if (state === FROM_LIST) void navigate(-1);
    else show(undefined);
  }

  useEffect(() => {
    if (open?.isUnread === true) void change(open, { isUnread: false });
    // oxlint-disable-next-line react/exhaustive-deps -- Only opening an entry marks it as read.
  }, [open?.callId, open?.isUnread]);

  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    e: () => {
      const latest = outcomes?.find((outcome) => isEntryOf(outcome, latestId()));
      if (latest !== undefined) {
        void change(latest, { status: latest.status === "done" ? "new" : "done" });
      }
    },
  });

  function step(by: number) {
    if (outcomes === undefined || outcomes.length === 0) return;
    const at = outcomes.findIndex((outcome) => isEntryOf(outcome, latestId()));
    const next = Math.min(Math.max(at + by, 0), outcomes.length - 1);
    show(outcomes[next]);
  }

  return (
    <div className="grid gap-6">
      <div className={clsx("grid gap-6", open !== undefined && "max-lg:hidden")}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="flex items-baseline gap-3">
            <h1 className="text-title font-semibold">{PAGE.title}</h1>
            <span role="status" className="text-muted">
              {unread === undefined || unread === 0 ? "" : PAGE.unread(unread)}
            </span>
          </div>
          {outcomes !== undefined && outcomes.length > 0 && <DownloadButton filter={filter} />}
        </div>
        {(isFiltered || (outcomes !== undefined && outcomes.length > 0)) && (
          <InboxFilters key={resets} {...inbox} />
        )}
      </div>
      {outcomes === undefined && <Spinner label={PAGE.loading} />}
      {outcomes?.length === 0 &&
        (isFiltered ? (
          <div className="grid justify-items-center gap-3 rounded-card border border-line bg-surface p-10 text-center">
            <p className="text-muted">{PAGE.noResults}</p>
            <Button onClick={clear}>{PAGE.showAll}</Button>
          </div>
        ) : (
          <EmptyInbox />
        ))}
      {outcomes !== undefined && outcomes.length > 0 && (
        <div className="grid items-start gap-6 lg:grid-cols-[22rem_1fr]">
          <div
            ref={list}
            className={clsx("grid min-w-0 gap-3", open !== undefined && "max-lg:hidden")}
          >
            <OutcomeList outcomes={outcomes} openId={open?.callId ?? null} onOpen={show} />
            {(loadMore !== null || isLoadingMore) && (
              <Button
                variant="quiet"
                disabled={isLoadingMore}
                aria-busy={isLoadingMore}
                onClick={loadMore ?? undefined}
              >
                {isLoadingMore ? PAGE.loadingOlder : PAGE.loadOlder}
              </Button>
            )}
            <p className="text-small text-faint max-lg:hidden">
              Shortcuts: <kbd>j</kbd> and <kbd>k</kbd> for the next and previous entry, <kbd>e</kbd>{" "}
              to mark the open one as done.
            </p>
          </div>
          {open === undefined ? (
            <p className="rounded-card border border-dashed border-line p-10 text-center text-muted max-lg:hidden lg:sticky lg:top-20">
              {PAGE.choose}
            </p>
          ) : (
            <OutcomeDetail
              key={open.callId}
              outcome={open}
              firstId={openId}
              onChange={(changed) => change(open, changed)}
              onBack={goBackToList}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** The address changes at once, while the page may not have rendered the last key yet. */
function latestId(): string | null {
  return new URLSearchParams(window.location.search).get(OPEN_PARAM);
}

export type Changed = Partial<Pick<ShownOutcome, "status" | "note" | "isUnread">>;

/** Resolves to whether the change was saved. Shows a toast if it was not. */
function useChange() {
  const updateOutcome = useMutation(api.outcomes.updateOutcome);
  return async ({ callId }: ShownOutcome, changed: Changed): Promise<boolean> => {
    try {
      await updateOutcome({ callId, ...changed });
      return true;
    } catch (error) {
      toast.error(PAGE.saveFailed, { description: reasonOf(error) });
      return false;
    }
  };
}

/** Keyboard shortcuts, ignored while the owner types in an input. */
function useShortcuts(actions: Record<string, () => void>) {
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
