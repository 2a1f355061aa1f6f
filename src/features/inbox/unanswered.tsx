import { useState } from "react";
import { AddAnswer } from "../../components/answers/add-answer";
import type { QuestionState } from "../../components/answers/open-questions";
import { ANSWERS } from "../../components/answers/texts";
import { useDismissal } from "../../components/answers/use-dismissal";
import { useSettledQuestions } from "../../components/answers/use-settled-questions";
import { QUIET_LINK_CLASS } from "../../components/text-link-class";
import type { ShownOutcome } from "./shown-outcome";
import { ENTRY } from "./texts";

type Assistant = NonNullable<ShownOutcome["assistant"]>;

/** What the assistant could not answer, and what the owner has done about it. */
export function Unanswered({ outcome }: { outcome: ShownOutcome }) {
  const { assistant, atMs, unanswered } = outcome;
  const stateOf = useSettledQuestions(assistant === null ? [] : [assistant.id]);

  return (
    <section className="grid gap-2" aria-label={ENTRY.unanswered}>
      <h3 className="text-small text-muted">{ENTRY.unanswered}</h3>
      <ul className="grid gap-3">
        {unanswered.map((question, index) => (
          <li key={index} className="grid gap-1">
            <p className="wrap-anywhere" dir="auto">
              {question}
            </p>
            {assistant !== null && stateOf !== null && (
              <Question
                assistant={assistant}
                question={question}
                state={stateOf({ assistantId: assistant.id, question, atMs })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type QuestionProps = { assistant: Assistant; question: string; state: QuestionState };

/** The button stays the same when it is pressed, so it keeps the focus. */
function Question({ assistant, question, state }: QuestionProps) {
  const [isAnswered, setIsAnswered] = useState(false);
  const { dismiss, dismissIfReworded, restore } = useDismissal();
  const isDismissed = state.kind === "dismissed" && !isAnswered;

  function toggle() {
    if (isDismissed) void restore(state.dismissedId);
    else void dismiss(assistant.id, question);
  }

  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
      {isDismissed && <p className="text-small text-muted">{ANSWERS.notNeeded}</p>}
      {!isDismissed && (
        <AddAnswer
          assistantId={assistant.id}
          question={question}
          label={ANSWERS.addLabel(assistant.name, question)}
          onSaved={(saved) => {
            setIsAnswered(true);
            void dismissIfReworded(assistant.id, question, saved);
          }}
          className="pointer-coarse:min-h-11"
          known={state.kind === "answered" ? state.answer : null}
        />
      )}
      {state.kind !== "answered" && !isAnswered && (
        <button
          type="button"
          aria-label={isDismissed ? ANSWERS.restoreLabel(question) : ANSWERS.dismissLabel(question)}
          className={QUIET_LINK_CLASS}
          onClick={toggle}
        >
          {isDismissed ? ANSWERS.restore : ANSWERS.dismiss}
        </button>
      )}
    </div>
  );
}
