import clsx from "clsx";
import { useId, useState } from "react";
import { formatDuration } from "../lib/formats";
import { assistantNameOf, type CallDetails } from "../lib/shown-calls";
import { askedBefore } from "../lib/turns";
import { Correction } from "./answers/correction";
import { TRANSCRIPT } from "./texts";

type TranscriptProps = { details: CallDetails; onPlayFrom: (seconds: number) => void };

/** A short, scrolling preview of the transcript, which can be expanded. */
export function Transcript({ details, onPlayFrom }: TranscriptProps) {
  const [isWhole, setIsWhole] = useState(false);
  const id = useId();
  const { assistant, messages, transcript, recordingUrl } = details;
  const isEmpty = messages.length === 0 && transcript === null;
  const speakers = { assistant: assistantNameOf(details), user: TRANSCRIPT.visitor };

  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 id={id} className="text-small text-muted">
          {TRANSCRIPT.title}
        </h3>
        {!isEmpty && (
          <button
            type="button"
            aria-expanded={isWhole}
            className="min-h-6 rounded-control text-small font-medium text-accent-ink underline-offset-4 hover:underline"
            onClick={() => setIsWhole(!isWhole)}
          >
            {isWhole ? TRANSCRIPT.showLess : TRANSCRIPT.showAll}
          </button>
        )}
      </div>
      <div
        role="region"
        aria-labelledby={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Keyboard users must be able to scroll it.
        tabIndex={0}
        className={clsx(
          "rounded-control border border-line bg-surface p-3",
          !isWhole && "max-h-32 overflow-y-auto",
        )}
      >
        {isEmpty && (
          <p className="text-muted">
            {details.channel === "text" ? TRANSCRIPT.nothingTyped : TRANSCRIPT.empty}
          </p>
        )}
        {messages.length === 0 && <p className="whitespace-pre-line">{transcript}</p>}
        {messages.length > 0 && (
          <ol className="grid gap-2">
            {messages.map(({ role, text, isTyped, secondsFromStart: seconds }, index) => (
              <li key={index} className="group grid gap-x-3 sm:grid-cols-[7rem_1fr]">
                <span className="flex items-baseline justify-between gap-2 font-medium text-muted">
                  <span className="truncate">{speakers[role]}</span>
                  {seconds !== undefined && recordingUrl !== null && (
                    <button
                      type="button"
                      aria-label={TRANSCRIPT.playFrom(formatDuration(seconds))}
                      className="rounded-control text-small font-normal text-accent-ink tabular-nums underline-offset-4 hover:underline"
                      onClick={() => onPlayFrom(seconds)}
                    >
                      {formatDuration(seconds)}
                    </button>
                  )}
                </span>
                <div className="min-w-0 break-words">
                  {text}
                  {isTyped === true && (
                    <span className="text-small text-muted"> {TRANSCRIPT.typed}</span>
                  )}
                  {role === "assistant" && assistant !== null && (
                    <Correction
                      assistantId={assistant.id}
                      said={text}
                      asked={askedBefore(messages, index)}
                      onOpen={() => setIsWhole(true)}
                    />
                  )}
                </div>
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}
