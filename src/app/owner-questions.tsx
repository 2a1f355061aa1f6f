import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { MessageCircleQuestion } from "lucide-react";
import { useEffect, useState, type SubmitEvent } from "react";
import { api } from "../../convex/_generated/api";
import { ACTION_LENGTHS } from "../../convex/shared/actions";
import { SECOND_MS } from "../../convex/shared/durations";
import { Button } from "../components/button";
import { InputField } from "../components/input-field";
import { reasonOf } from "../lib/error-reason";
import { toast } from "../lib/toast";
import { useOneAtATime } from "../lib/use-one-at-a-time";
import { OWNER_QUESTIONS } from "./owner-question-texts";

type Question = FunctionReturnType<typeof api.ownerQuestions.open>[number];

/** Shown on every page of the dashboard while a visitor waits for the owner's answer. */
export function OwnerQuestions() {
  const questions = useQuery(api.ownerQuestions.open) ?? [];
  return questions.map((question) => <WaitingQuestion key={question.id} question={question} />);
}

function WaitingQuestion({ question: asked }: { question: Question }) {
  const { id: questionId, assistantName, question, soFar, untilMs } = asked;
  const answer = useMutation(api.ownerQuestions.answer);
  const [text, setText] = useState("");
  const { isBusy, run } = useOneAtATime();
  const secondsLeft = useSecondsUntil(untilMs);
  if (secondsLeft === 0) return null;

  const send = (words: string) => {
    run(async () => {
      try {
        await answer({ questionId, text: words });
        toast.success(OWNER_QUESTIONS.sent);
      } catch (error) {
        toast.error(`${OWNER_QUESTIONS.failed} ${reasonOf(error)}`);
      }
    });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(text);
  };
  const title = OWNER_QUESTIONS.title(assistantName, question);
  return (
    <section
      aria-label={title}
      className="mb-4 grid gap-3 rounded-card border border-accent-ink/25 bg-accent-soft p-3 sm:mb-6 sm:p-4"
    >
      <div role="alert" className="flex gap-3 text-accent-ink">
        <MessageCircleQuestion size={20} strokeWidth={1.75} className="shrink-0" aria-hidden />
        <h2 className="min-w-0 font-semibold wrap-anywhere">{title}</h2>
      </div>
      <p className="text-small wrap-anywhere whitespace-pre-line text-muted">{soFar}</p>
      <form className="grid gap-3" onSubmit={submit}>
        <InputField
          label={OWNER_QUESTIONS.answer}
          hint={OWNER_QUESTIONS.left(secondsLeft)}
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
            <Button key={words} disabled={isBusy} onClick={() => send(words)}>
              {words}
            </Button>
          ))}
        </div>
      </form>
    </section>
  );
}

function useSecondsUntil(untilMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((untilMs - nowMs) / SECOND_MS));
}
