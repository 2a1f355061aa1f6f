import { useState, type SubmitEvent } from "react";
import { ACTION_LENGTHS } from "../../convex/shared/actions";
import { Button } from "../components/button";
import { InputField } from "../components/input-field";
import { reasonOf } from "../lib/error-reason";
import { toast } from "../lib/toast";
import { useOneAtATime } from "../lib/use-one-at-a-time";
import { OWNER_QUESTIONS } from "./owner-question-texts";

type AnswerFormProps = { hint: string; send: (text: string) => Promise<void> };

/** A field and three ready answers. What was typed stays if it could not be sent. */
export function AnswerForm({ hint, send }: AnswerFormProps) {
  const [text, setText] = useState("");
  const { isBusy, run } = useOneAtATime();

  const submit = (words: string) => {
    run(async () => {
      try {
        await send(words);
      } catch (error) {
        toast.error(`${OWNER_QUESTIONS.failed} ${reasonOf(error)}`);
      }
    });
  };
  const submitTyped = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit(text);
  };
  return (
    <form className="grid gap-3" onSubmit={submitTyped}>
      <InputField
        label={OWNER_QUESTIONS.answer}
        hint={hint}
        value={text}
        onChange={setText}
        maxLength={ACTION_LENGTHS.value}
        required
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={isBusy}>
          {OWNER_QUESTIONS.send}
        </Button>
        {OWNER_QUESTIONS.ready.map((words) => (
          <Button key={words} disabled={isBusy} onClick={() => submit(words)}>
            {words}
          </Button>
        ))}
      </div>
    </form>
  );
}
