import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { UnansweredQuestion } from "../../components/answers/unanswered-question";
import type { AskedQuestion } from "../../components/answers/open-questions";
import { useOpenQuestions } from "../../components/answers/use-open-questions";
import { Button } from "../../components/button";
import { QUIET_LINK_CLASS } from "../../components/text-link-class";
import { callsPathFor } from "./call-filter";
import { OUTCOMES } from "./texts";
import type { Filtering } from "./use-call-filter";

type UnansweredQuestionsProps = {
  /** Null while loading. */
  questions: AskedQuestion[] | null;
  assistants: Filtering["assistants"];
};

const INITIALLY_SHOWN = 5;

/** Questions that assistants could not answer, with links to the calls and a form for the answer. */
export function UnansweredQuestions({ questions, assistants }: UnansweredQuestionsProps) {
  const [isWhole, setIsWhole] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const assistantOf = ({ assistantId }: AskedQuestion) =>
    assistants.find(({ _id }) => _id === assistantId) ?? null;
  const askedIds = (questions ?? []).flatMap((asked) => assistantOf(asked)?._id ?? []);
  const open = useOpenQuestions(questions, askedIds);
  const shown = isWhole ? open?.groups : open?.groups.slice(0, INITIALLY_SHOWN);

  return (
    <section className="grid min-w-0 content-start gap-3">
      <h3 ref={heading} tabIndex={-1} className="w-fit rounded-control font-medium">
        {OUTCOMES.unanswered}
      </h3>
      {open?.groups.length === 0 && (
        <p className="text-muted">
          {questions?.length === 0 ? OUTCOMES.allAnswered : OUTCOMES.noneOpen}
        </p>
      )}
      <ul className="grid">
        {open !== null &&
          shown?.map((group) => {
            const assistant = assistantOf(group);
            const { assistantId, question, count } = group;
            return (
              <UnansweredQuestion
                key={`${assistantId} ${question}`}
                group={group}
                assistant={assistant}
                note={OUTCOMES.asked(count, assistant?.name ?? OUTCOMES.deletedAssistant)}
                onOpen={open.onOpen}
                onDismiss={(dismissed) => {
                  heading.current?.focus();
                  open.onDismiss(dismissed);
                }}
              >
                <Link
                  to={callsPathFor({ assistantId: assistant?._id ?? null, words: question })}
                  aria-label={OUTCOMES.findCallsLabel(question)}
                  className={QUIET_LINK_CLASS}
                >
                  {OUTCOMES.findCalls}
                </Link>
              </UnansweredQuestion>
            );
          })}
      </ul>
      {open !== null && open.groups.length > INITIALLY_SHOWN && (
        <Button
          variant="quiet"
          className="-ml-4 justify-self-start"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? OUTCOMES.showFewer : OUTCOMES.showAll(open.groups.length)}
        </Button>
      )}
    </section>
  );
}
