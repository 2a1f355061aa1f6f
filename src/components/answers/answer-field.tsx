import { useMutation } from "convex/react";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { MAX_ANSWER_LENGTH, MAX_QUESTION_LENGTH } from "../../../convex/shared/sources";
import { beginningOf } from "../../../convex/shared/wellFormed";
import { reasonOf } from "../../lib/error-reason";
import { useUnsavedChanges } from "../../lib/unsaved-changes";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import { Button } from "../button";
import { Field } from "../field";
import { ANSWERS } from "./texts";

type AnswerFieldProps = {
  assistantId: Id<"assistants">;
  /** What the form begins with. */
  question: string;
  onSaved: (saved: { question: string; answer: string }) => void;
  onClose: () => void;
};

/** A form for a question and its answer. Enter saves, Escape closes. */
export function AnswerField({ assistantId, question: asked, onSaved, onClose }: AnswerFieldProps) {
  const saveAnswer = useMutation(api.knowledge.saveAnswer);
  const [question, setQuestion] = useState(() => beginningOf(asked, MAX_QUESTION_LENGTH));
  const [answer, setAnswer] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useOneAtATime();
  const questionInput = useRef<HTMLInputElement>(null);
  const answerInput = useRef<HTMLTextAreaElement>(null);
  const problemId = useId();
  useUnsavedChanges(answer.trim() !== "");

  const isUnasked = asked === "";
  useEffect(() => {
    (isUnasked ? questionInput : answerInput).current?.focus();
  }, [isUnasked]);

  function save() {
    run(async () => {
      setProblem(null);
      try {
        await saveAnswer({ assistantId, question, answer });
        onSaved({ question, answer });
      } catch (error) {
        setProblem(reasonOf(error));
      }
    });
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === "Escape") onClose();
    const isLineBreak = event.shiftKey || event.nativeEvent.isComposing;
    if (event.key !== "Enter" || event.target !== answerInput.current || isLineBreak) return;
    event.preventDefault();
    answerInput.current.form?.requestSubmit();
  }

  return (
    <form
      className="grid basis-full gap-3 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field label={ANSWERS.question}>
        {(control) => (
          <input
            {...control}
            ref={questionInput}
            required
            dir="auto"
            value={question}
            maxLength={MAX_QUESTION_LENGTH}
            onChange={({ target }) => setQuestion(target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <Field label={ANSWERS.answer}>
        {(control) => (
          <textarea
            {...control}
            ref={answerInput}
            required
            dir="auto"
            rows={1}
            className={`${control.className} field-sizing-content resize-none`}
            aria-invalid={problem !== null}
            aria-describedby={problemId}
            value={answer}
            maxLength={MAX_ANSWER_LENGTH}
            onChange={({ target }) => setAnswer(target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <p id={problemId} role="alert" className="text-bad empty:hidden">
        {problem}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="small"
          disabled={isBusy}
          aria-busy={isBusy}
          onKeyDown={onKeyDown}
        >
          {isBusy ? ANSWERS.saving : ANSWERS.save}
        </Button>
        <Button variant="quiet" size="small" onClick={onClose} onKeyDown={onKeyDown}>
          {ANSWERS.cancel}
        </Button>
      </div>
    </form>
  );
}
