import { useRef } from "react";
import { Button } from "../../../components/button";
import { MINUTE_MS } from "../../../../convex/shared/durations";
import { useNow } from "../../../lib/use-now";
import { CreateLink } from "./create-link";
import { QuestionForm } from "./question-form";
import { suggestedQuestions, TRIAL } from "./texts";
import { TrialMessages } from "./trial-messages";
import type { TrialState } from "./trial-state";

type TrialConversationProps = {
  state: Extract<TrialState, { kind: "talking" }>;
  onAsk: (text: string) => void;
};

export function TrialConversation({ state, onAsk }: TrialConversationProps) {
  const { site, messages, question, answersLeft, endsAtMs, isOver } = state;
  const nowMs = useNow();
  const field = useRef<HTMLInputElement>(null);
  const hasEnded = (isOver || answersLeft === 0) && question?.kind !== "answering";
  const minutesLeft = Math.max(1, Math.ceil((endsAtMs - nowMs) / MINUTE_MS));
  const asked = [...messages, question].map((message) => message?.text);
  const suggested = suggestedQuestions(site.topics, site.priced).filter(
    (text) => !asked.includes(text),
  );

  function ask(text: string) {
    // A suggestion that was pressed is gone.
    field.current?.focus();
    onAsk(text);
  }

  return (
    <div className="grid gap-4">
      <p role="status">{TRIAL.ready(site.name, site.pages.length)}</p>
      <details>
        <summary className="cursor-pointer text-muted">
          {TRIAL.pagesRead(site.pages.length)}
        </summary>
        <ul className="mt-1 grid gap-1">
          {site.pages.map(({ url, title }) => (
            <li key={url} className="break-words text-muted">
              {title ?? url}
            </li>
          ))}
        </ul>
      </details>
      <TrialMessages name={site.name} messages={messages} question={question} onTryAgain={onAsk} />
      {!hasEnded && suggested.length > 0 && (
        <div role="group" aria-label={TRIAL.suggestions} className="flex flex-wrap gap-2">
          {suggested.map((text) => (
            <Button
              key={text}
              size="small"
              disabled={question?.kind === "answering"}
              onClick={() => ask(text)}
            >
              {text}
            </Button>
          ))}
        </div>
      )}
      {hasEnded ? (
        <p role="status" className="font-medium">
          {answersLeft === 0 ? TRIAL.answersUsedUp : TRIAL.timeUp} {TRIAL.whole}
        </p>
      ) : (
        <QuestionForm ref={field} isAnswering={question?.kind === "answering"} onAsk={onAsk} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CreateLink address={site.start} label={TRIAL.create} />
        {!hasEnded && (
          <p className="text-small text-muted tabular-nums">
            {TRIAL.left(answersLeft, minutesLeft)}
          </p>
        )}
      </div>
    </div>
  );
}
