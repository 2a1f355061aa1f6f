import clsx from "clsx";
import { useEffect, useRef } from "react";
import { Badge } from "../../components/badge";
import { formatDayTime } from "../../lib/formats";
import { headlineOf, sourceOf, STATUS_TONES, type ShownOutcome } from "./shown-outcome";
import { ENTRY, STATUSES } from "./texts";

type OutcomeListProps = {
  outcomes: ShownOutcome[];
  openId: string | null;
  onOpen: (outcome: ShownOutcome) => void;
};

export function OutcomeList({ outcomes, openId, onOpen }: OutcomeListProps) {
  return (
    <ol
      aria-label={ENTRY.listLabel}
      className="min-w-0 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-soft"
    >
      {outcomes.map((outcome) => (
        <li key={outcome.callId}>
          <OutcomeRow
            outcome={outcome}
            isOpen={outcome.callId === openId}
            onOpen={() => onOpen(outcome)}
          />
        </li>
      ))}
    </ol>
  );
}

type OutcomeRowProps = { outcome: ShownOutcome; isOpen: boolean; onOpen: () => void };

function OutcomeRow({ outcome, isOpen, onOpen }: OutcomeRowProps) {
  const { title, more } = headlineOf(outcome);
  const { status, isUnread, atMs } = outcome;
  const row = useRef<HTMLButtonElement>(null);

  // The keys j and k, and links, open entries that may be out of sight.
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);

  return (
    <button
      ref={row}
      type="button"
      aria-current={isOpen}
      className={clsx(
        "grid w-full gap-1 px-4 py-3 text-left transition-colors",
        isOpen ? "bg-accent-soft/60" : "hover:bg-line/60",
      )}
      onClick={onOpen}
    >
      <span className="flex min-w-0 items-baseline justify-between gap-x-3 max-[16rem]:flex-wrap">
        <span className={clsx("min-w-0 truncate", isUnread ? "font-semibold" : "font-medium")}>
          {isUnread && (
            <>
              <span className="mr-2 inline-block size-2 rounded-full bg-accent" aria-hidden />
              <span className="sr-only">{ENTRY.unread}</span>
            </>
          )}
          {title}
        </span>
        <span className="shrink-0 text-small text-muted tabular-nums">{formatDayTime(atMs)}</span>
      </span>
      {more !== "" && <span className="min-w-0 truncate text-muted">{more}</span>}
      <span className="flex min-w-0 items-center justify-between gap-x-3 max-[16rem]:flex-wrap">
        <span className="min-w-0 truncate text-small text-muted">{sourceOf(outcome)}</span>
        <Badge tone={STATUS_TONES[status]}>{STATUSES[status]}</Badge>
      </span>
    </button>
  );
}
