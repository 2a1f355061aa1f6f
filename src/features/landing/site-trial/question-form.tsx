import { useState, type Ref, type SubmitEvent } from "react";
import { MAX_TRIAL_MESSAGE_LENGTH } from "../../../../convex/shared/siteTrials";
import { Button } from "../../../components/button";
import { Field } from "../../../components/field";
import { TRIAL } from "./texts";

type QuestionFormProps = {
  ref: Ref<HTMLInputElement>;
  /** The next question can be written, but not sent. */
  isAnswering: boolean;
  onAsk: (text: string) => void;
};

export function QuestionForm({ ref, isAnswering, onAsk }: QuestionFormProps) {
  const [text, setText] = useState("");

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isAnswering || text.trim() === "") return;
    onAsk(text.trim());
    setText("");
  }

  return (
    <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
      <div className="min-w-0 flex-1 basis-48">
        <Field label={TRIAL.question}>
          {(control) => (
            <input
              {...control}
              ref={ref}
              value={text}
              maxLength={MAX_TRIAL_MESSAGE_LENGTH}
              autoComplete="off"
              enterKeyHint="send"
              dir="auto"
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" disabled={isAnswering}>
        {TRIAL.send}
      </Button>
    </form>
  );
}
