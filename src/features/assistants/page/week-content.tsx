import type { FunctionReturnType } from "convex/server";
import { useRef } from "react";
import type { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { questionsOf } from "../../../../convex/shared/openQuestions";
import { ANSWERS } from "../../../components/answers/texts";
import { UnansweredQuestion } from "../../../components/answers/unanswered-question";
import { useOpenQuestions } from "../../../components/answers/use-open-questions";
import { WEEK } from "./texts";
import { WeekFigures } from "./week-figures";

type WeekContentProps = {
  assistant: Doc<"assistants">;
  calls: number | undefined;
  /** Undefined while loading. */
  outcomes: FunctionReturnType<typeof api.outcomes.outcomesBetween>["outcomes"] | undefined;
};

const SHOWN_QUESTIONS = 3;

/** The figures, and the questions that were asked most. */
export function WeekContent({ assistant, calls, outcomes }: WeekContentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const asked = outcomes === undefined ? null : questionsOf(outcomes);
  const open = useOpenQuestions(asked, [assistant._id]);

  return (
    <>
      <WeekFigures calls={calls} unanswered={open?.count} />
      {open !== null && open.groups.length > 0 && (
        <section className="grid gap-2" aria-label={WEEK.questions}>
          <h3 ref={heading} tabIndex={-1} className="w-fit rounded-control font-medium">
            {WEEK.questions}
          </h3>
          <ul className="grid">
            {open.groups.slice(0, SHOWN_QUESTIONS).map((group) => (
              <UnansweredQuestion
                key={group.question}
                group={group}
                assistant={assistant}
                note={ANSWERS.asked(group.count)}
                onOpen={open.onOpen}
                onDismiss={(dismissed) => {
                  heading.current?.focus();
                  open.onDismiss(dismissed);
                }}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
