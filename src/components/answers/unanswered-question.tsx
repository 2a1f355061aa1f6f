import { useState, type ReactNode } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { QUIET_LINK_CLASS } from "../text-link-class";
import { AddAnswer } from "./add-answer";
import type { QuestionGroup } from "./open-questions";
import { SaidInstead } from "./said-instead";
import { ANSWERS } from "./texts";
import { useDismissal } from "./use-dismissal";

type UnansweredQuestionProps = {
  group: QuestionGroup;
  /** Null if it was deleted. */
  assistant: { _id: Id<"assistants">; name: string } | null;
  note: string;
  onOpen: (group: QuestionGroup) => void;
  /** The entry is about to go, and the focus with it. */
  onDismiss: (group: QuestionGroup) => void;
  /** Further actions. */
  children?: ReactNode;
};

/** An entry of a list: a question that was asked, how often, and what the owner can do. */
export function UnansweredQuestion({
  group,
  assistant,
  note,
  onOpen,
  onDismiss,
  children,
}: UnansweredQuestionProps) {
  const { question } = group;
  const [isSaidShown, setIsSaidShown] = useState(false);
  const [isAnswered, setIsAnswered] = useState(false);
  const { dismissIfReworded, dismissWithUndo } = useDismissal();

  return (
    <li className="grid min-w-0 gap-1 border-b border-line py-2 last:border-0">
      <p className="wrap-anywhere" dir="auto">
        {question}
      </p>
      <p className="text-small text-muted">{note}</p>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
        {assistant === null ? (
          children
        ) : (
          <AddAnswer
            assistantId={assistant._id}
            question={question}
            label={ANSWERS.addLabel(assistant.name, question)}
            className="pointer-coarse:min-h-11"
            onOpen={() => onOpen(group)}
            onSaved={(saved) => {
              setIsAnswered(true);
              void dismissIfReworded(assistant._id, question, saved);
            }}
          >
            <button
              type="button"
              aria-label={ANSWERS.showSaidLabel(question)}
              aria-expanded={isSaidShown}
              className={QUIET_LINK_CLASS}
              onClick={() => setIsSaidShown(!isSaidShown)}
            >
              {ANSWERS.showSaid}
            </button>
            {children}
            {!isAnswered && (
              <button
                type="button"
                aria-label={ANSWERS.dismissLabel(question)}
                className={QUIET_LINK_CLASS}
                onClick={() => {
                  onDismiss(group);
                  void dismissWithUndo(assistant._id, question);
                }}
              >
                {ANSWERS.dismiss}
              </button>
            )}
          </AddAnswer>
        )}
        {assistant !== null && isSaidShown && (
          <SaidInstead group={group} assistantName={assistant.name} />
        )}
      </div>
    </li>
  );
}
