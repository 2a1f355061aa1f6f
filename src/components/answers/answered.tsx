import { useEffect, useRef, type ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Id } from "../../../convex/_generated/dataModel";
import { assistantPathFor } from "../../lib/routes";
import { TEXT_LINK_CLASS } from "../text-link-class";
import { ANSWERS } from "./texts";

type AnsweredProps = {
  assistantId: Id<"assistants">;
  answer: string;
  isNew: boolean;
  children?: ReactNode;
};

/** An answer that was saved. A new one takes the focus, because the form that had it is gone. */
export function Answered({ assistantId, answer, isNew, children }: AnsweredProps) {
  const title = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (isNew) title.current?.focus();
  }, [isNew]);

  return (
    <div className="grid basis-full gap-1 text-small">
      <p
        ref={title}
        role={isNew ? "status" : undefined}
        tabIndex={-1}
        className="rounded-control font-medium text-good"
      >
        {isNew ? ANSWERS.justAnswered : ANSWERS.answered}
      </p>
      <p className="wrap-anywhere text-muted" dir="auto">
        {answer}
      </p>
      {children}
      <Link to={assistantPathFor(assistantId, "knowledge")} className={TEXT_LINK_CLASS}>
        {ANSWERS.seeAll}
      </Link>
    </div>
  );
}
