import clsx from "clsx";
import { Suspense, useRef, useState, type ReactNode } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { lazyPart } from "../lazy-part";
import { TEXT_LINK_CLASS } from "../text-link-class";
import { AnswerField } from "./answer-field";
import { Answered } from "./answered";
import { ANSWERS } from "./texts";

const RehearseAnswer = lazyPart(() => import("../rehearse/rehearse-answer"), "RehearseAnswer");

type AddAnswerProps = {
  assistantId: Id<"assistants">;
  question: string;
  /** The button's accessible name, which begins with its text. */
  label?: string;
  text?: string;
  className?: string;
  /** An answer that was saved before. */
  known?: string | null;
  onOpen?: () => void;
  onSaved?: (saved: { question: string; answer: string }) => void;
  /** Between the button and the form. */
  children?: ReactNode;
};

/** A button that opens the form for an answer in place, and afterwards what was saved. */
export function AddAnswer({
  assistantId,
  question,
  label,
  text = ANSWERS.add,
  className,
  known = null,
  onOpen,
  onSaved,
  children,
}: AddAnswerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [saved, setSaved] = useState<{ question: string; answer: string } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const answer = saved?.answer ?? known;

  function toggle() {
    if (!isOpen) onOpen?.();
    setIsOpen(!isOpen);
  }

  function close() {
    setIsOpen(false);
    button.current?.focus();
  }

  return (
    <>
      {answer === null && (
        <button
          ref={button}
          type="button"
          aria-label={label}
          aria-expanded={isOpen}
          className={clsx(TEXT_LINK_CLASS, className)}
          onClick={toggle}
        >
          {text}
        </button>
      )}
      {children}
      {answer !== null && (
        <Answered assistantId={assistantId} answer={answer} isNew={saved !== null}>
          {saved !== null && (
            <Suspense>
              <RehearseAnswer assistantId={assistantId} {...saved} />
            </Suspense>
          )}
        </Answered>
      )}
      {answer === null && isOpen && (
        <AnswerField
          assistantId={assistantId}
          question={question}
          onClose={close}
          onSaved={(written) => {
            setSaved(written);
            onSaved?.(written);
          }}
        />
      )}
    </>
  );
}
