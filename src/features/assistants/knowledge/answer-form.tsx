import { useMutation } from "convex/react";
import { useEffect, useRef, useState, type KeyboardEvent, type SubmitEvent } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Id } from "../../../../convex/_generated/dataModel";
import { MAX_ANSWER_LENGTH, MAX_QUESTION_LENGTH } from "../../../../convex/shared/sources";
import { Button } from "../../../components/button";
import { Field } from "../../../components/field";
import { InputField } from "../../../components/input-field";
import { reasonOf } from "../../../lib/error-reason";
import { toast } from "../../../lib/toast";
import { useUnsavedChanges } from "../../../lib/unsaved-changes";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import type { ListedAnswer } from "./sources";
import { ANSWERS } from "./texts";

type AnswerFormProps = {
  assistantId: Id<"assistants">;
  /** The answer that is changed. Without it, one is added. */
  saved?: ListedAnswer;
  onClose?: () => void;
};

export function AnswerForm({ assistantId, saved, onClose }: AnswerFormProps) {
  const save = useMutation(api.knowledge.saveAnswer);
  const [question, setQuestion] = useState(saved?.question ?? "");
  const [answer, setAnswer] = useState(saved?.answer ?? "");
  const { isBusy, run } = useOneAtATime();
  const field = useRef<HTMLTextAreaElement>(null);
  const isChange = saved !== undefined;
  useUnsavedChanges(question !== (saved?.question ?? "") || answer !== (saved?.answer ?? ""));

  useEffect(() => {
    if (isChange) field.current?.focus();
  }, [isChange]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    run(async () => {
      try {
        const changed = saved === undefined ? {} : { answerId: saved._id };
        await save({ assistantId, ...changed, question, answer });
        toast.success(ANSWERS.added);
        if (saved !== undefined) return onClose?.();
        setQuestion("");
        setAnswer("");
      } catch (error) {
        toast.error(`${ANSWERS.saveFailed} ${reasonOf(error)}`);
      }
    });
  }

  function close(event: KeyboardEvent) {
    if (event.key === "Escape") onClose?.();
  }

  return (
    <form className="grid gap-4" onSubmit={submit}>
      <InputField
        label={ANSWERS.question}
        value={question}
        onChange={setQuestion}
        placeholder={isChange ? undefined : ANSWERS.questionExample}
        maxLength={MAX_QUESTION_LENGTH}
        required
        onKeyDown={close}
      />
      <Field label={ANSWERS.answer}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            value={answer}
            maxLength={MAX_ANSWER_LENGTH}
            required
            ref={field}
            onKeyDown={close}
            onChange={({ target }) => setAnswer(target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant={isChange ? "primary" : "secondary"} disabled={isBusy}>
          {labelOf(isChange, isBusy)}
        </Button>
        {onClose !== undefined && (
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            {ANSWERS.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

function labelOf(isChange: boolean, isBusy: boolean): string {
  if (isChange) return isBusy ? ANSWERS.saving : ANSWERS.save;
  return isBusy ? ANSWERS.adding : ANSWERS.add;
}
