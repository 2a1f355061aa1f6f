import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { MAX_NOTE_LENGTH } from "../../../convex/shared/limits";
import { Button } from "../../components/button";
import { Fact } from "../../components/fact";
import { Field } from "../../components/field";
import { PageFacts } from "../../components/page-facts";
import { PageUses } from "../../components/page-uses";
import { Said } from "../../components/said";
import { formatDateTime } from "../../lib/formats";
import type { CallDetails } from "../../lib/shown-calls";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import { useUnsavedChanges } from "../../lib/unsaved-changes";
import { Unanswered } from "./unanswered";
import { useCall } from "./use-call";
import type { Changed } from "./inbox-page";
import {
  headlineOf,
  languageName,
  linkOf,
  moodName,
  sourceOf,
  valueText,
  type OutcomeStatus,
  type ShownOutcome,
} from "./shown-outcome";
import { ENTRY, FILTERS, STATUSES } from "./texts";

type OutcomeDetailProps = {
  outcome: ShownOutcome;
  /** The conversation in the address, which may be an earlier one of the thread. */
  firstId: string | null;
  onChange: (changed: Changed) => Promise<boolean>;
  onBack: () => void;
};

export function OutcomeDetail({ outcome, firstId, onChange, onBack }: OutcomeDetailProps) {
  const { found, unanswered, atMs, status, channel, soFar } = outcome;
  return (
    <article
      aria-label={headlineOf(outcome).title}
      className="grid min-w-0 gap-6 rounded-card border border-line bg-surface p-4 shadow-soft sm:p-6 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6.5rem)] lg:overflow-y-auto"
    >
      <Button variant="quiet" className="-ml-4 justify-self-start lg:hidden" onClick={onBack}>
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
        {ENTRY.back}
      </Button>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid min-w-0 gap-1">
          <h2 className="text-lead font-semibold break-words">{headlineOf(outcome).title}</h2>
          <p className="text-muted">{`${sourceOf(outcome)}, ${formatDateTime(atMs)}`}</p>
        </div>
        <div className="w-40">
          <Field label={FILTERS.status}>
            {(control) => (
              <select
                {...control}
                value={status}
                onChange={({ target }) => void onChange({ status: target.value as OutcomeStatus })}
              >
                {Object.entries(STATUSES).map(([value, name]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      </div>
      <dl className="grid gap-4 sm:grid-cols-2">
        {found.map((one) => {
          const address = linkOf(one);
          const text = valueText(one);
          return (
            <Fact key={one.key} label={one.label} isStrong={one.value !== null}>
              {address === null ? (
                <span className={one.value === null ? "text-faint" : "wrap-anywhere"}>{text}</span>
              ) : (
                <a
                  href={address}
                  className="wrap-anywhere text-accent-ink underline-offset-4 hover:underline"
                >
                  {text}
                </a>
              )}
            </Fact>
          );
        })}
        {channel !== "message" && (
          <>
            <Fact label={ENTRY.mood}>{moodName(outcome)}</Fact>
            <Fact label={ENTRY.language}>{languageName(outcome)}</Fact>
          </>
        )}
      </dl>
      {unanswered.length > 0 && <Unanswered outcome={outcome} />}
      {soFar !== null && channel === "voice" && <SoFar text={soFar} />}
      <Note note={outcome.note} onSave={(note) => onChange({ note })} />
      <Conversation outcome={outcome} firstId={firstId} />
    </article>
  );
}

/** The transcript of a call is there once it has ended. */
function SoFar({ text }: { text: string }) {
  return (
    <section aria-label={ENTRY.soFar} className="grid gap-2">
      <h3 className="text-small text-muted">{ENTRY.soFar}</h3>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
    </section>
  );
}

function Note({ note, onSave }: { note: string; onSave: (note: string) => Promise<boolean> }) {
  const [typed, setTyped] = useState(note);
  const { isBusy, run } = useOneAtATime();
  const isChanged = typed.trim() !== note;
  useUnsavedChanges(isChanged);
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        run(async () => {
          if (await onSave(typed)) setTyped(typed.trim());
        });
      }}
    >
      <Field label={ENTRY.note} hint={ENTRY.noteHint}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            value={typed}
            maxLength={MAX_NOTE_LENGTH}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      {isChanged && (
        <Button type="submit" className="justify-self-start" disabled={isBusy}>
          {isBusy ? ENTRY.savingNote : ENTRY.saveNote}
        </Button>
      )}
    </form>
  );
}

function Conversation({ outcome, firstId }: Pick<OutcomeDetailProps, "outcome" | "firstId">) {
  const first = outcome.conversations.find((id) => id === firstId) ?? outcome.callId;
  const [callId, setCallId] = useState(first);
  const { call, loadAgain } = useCall(callId);
  const isTyped = outcome.channel !== "voice";
  // A message is shown by its fields, and what the website told is added once it is known.
  const isMessage = outcome.channel === "message" && outcome.conversations.length === 1;

  if (call === "loading") {
    if (isMessage) return null;
    return <p role="status">{isTyped ? ENTRY.loadingTyped : ENTRY.loadingCall}</p>;
  }
  if (call === "failed") {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-4">
        <p className="text-bad">{isTyped ? ENTRY.typedFailed : ENTRY.callFailed}</p>
        <Button onClick={loadAgain}>{ENTRY.retry}</Button>
      </div>
    );
  }
  return (
    <div className="grid min-w-0 gap-4">
      {call.thread.length > 1 && <Thread thread={call.thread} openId={callId} onOpen={setCallId} />}
      {call.id !== callId && <p role="status">{ENTRY.loadingTyped}</p>}
      {call.id === callId && <PageFacts facts={call.pageFacts} />}
      {call.id === callId && <PageUses uses={call.pageUses} />}
      {call.id === callId && call.channel !== "message" && (
        <Said key={callId} details={call} onUnplayable={loadAgain} />
      )}
    </div>
  );
}

type ThreadProps = {
  thread: CallDetails["thread"];
  openId: string;
  onOpen: (id: CallDetails["id"]) => void;
};

/** Leads to the other conversations of the same visitor. */
function Thread({ thread, openId, onOpen }: ThreadProps) {
  return (
    <nav aria-label={ENTRY.thread} className="grid gap-2">
      <h3 className="text-small text-muted">{ENTRY.thread}</h3>
      <ul className="flex flex-wrap gap-2">
        {thread.map(({ id, channel, createdAt }) => (
          <li key={id}>
            <Button
              variant={id === openId ? "secondary" : "quiet"}
              aria-current={id === openId}
              onClick={() => onOpen(id)}
            >
              {`${ENTRY.channels[channel]}, ${formatDateTime(createdAt)}`}
            </Button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
