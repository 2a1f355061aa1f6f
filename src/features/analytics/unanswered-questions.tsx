import { useState } from "react";
import { Link } from "react-router-dom";
import { Button } from "../../components/button";
import { addAnswerPathFor } from "../../lib/routes";
import { callsPathFor } from "./call-filter";
import type { QuestionGroup } from "./outcome-figures";
import { OUTCOMES } from "./texts";
import type { Filtering } from "./use-call-filter";

type UnansweredQuestionsProps = {
  /** Null while loading. */
  groups: QuestionGroup[] | null;
  assistants: Filtering["assistants"];
};

const INITIALLY_SHOWN = 5;
const LINK_CLASS =
  "inline-flex min-h-10 shrink-0 items-center rounded-control text-accent-ink underline-offset-4 hover:underline pointer-coarse:min-h-11";

/** Questions that assistants could not answer, with links to the calls and to add the answer. */
export function UnansweredQuestions({ groups, assistants }: UnansweredQuestionsProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? groups : groups?.slice(0, INITIALLY_SHOWN);

  return (
    <section className="grid min-w-0 content-start gap-3">
      <h3 className="font-medium">{OUTCOMES.unanswered}</h3>
      {groups?.length === 0 && <p className="text-muted">{OUTCOMES.allAnswered}</p>}
      <ul className="grid">
        {shown?.map(({ assistantId, question, count }) => {
          const assistant = assistants.find(({ _id }) => _id === assistantId);
          return (
            <li
              key={`${assistantId} ${question}`}
              className="flex flex-wrap items-start gap-x-3 border-b border-line py-2 last:border-0"
            >
              <div className="flex-1 basis-48">
                <p className="wrap-anywhere">{question}</p>
                <p className="text-small text-muted">
                  {OUTCOMES.asked(count, assistant?.name ?? OUTCOMES.deletedAssistant)}
                </p>
              </div>
              <div className="flex flex-wrap gap-x-3">
                <Link
                  to={callsPathFor({ assistantId: assistant?._id ?? null, words: question })}
                  aria-label={OUTCOMES.findCallsLabel(question)}
                  className={LINK_CLASS}
                >
                  {OUTCOMES.findCalls}
                </Link>
                {assistant !== undefined && (
                  <Link
                    to={addAnswerPathFor(assistant)}
                    aria-label={OUTCOMES.addAnswerLabel(assistant.name, question)}
                    className={LINK_CLASS}
                  >
                    {OUTCOMES.addAnswer}
                  </Link>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {groups !== null && groups.length > INITIALLY_SHOWN && (
        <Button
          variant="quiet"
          className="-ml-4 justify-self-start"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? OUTCOMES.showFewer : OUTCOMES.showAll(groups.length)}
        </Button>
      )}
    </section>
  );
}
