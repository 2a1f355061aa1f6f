import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { MessageCircleQuestion } from "lucide-react";
import { api } from "../../convex/_generated/api";
import { toast } from "../lib/toast";
import { AnswerForm } from "./answer-form";
import { OWNER_QUESTIONS } from "./owner-question-texts";
import { useSecondsUntil } from "./use-seconds-until";

type Question = FunctionReturnType<typeof api.ownerQuestions.open>[number];

/** Shown on every page of the dashboard while a visitor waits for the owner's answer. */
export function OwnerQuestions() {
  const questions = useQuery(api.ownerQuestions.open) ?? [];
  return questions.map((question) => <WaitingQuestion key={question.id} question={question} />);
}

function WaitingQuestion({ question: asked }: { question: Question }) {
  const { id: questionId, assistantName, question, soFar, untilMs } = asked;
  const answer = useMutation(api.ownerQuestions.answer);
  const secondsLeft = useSecondsUntil(untilMs);
  if (secondsLeft === 0) return null;

  const send = async (text: string) => {
    const given = await answer({ questionId, text });
    if (!given.isYours) toast.error(OWNER_QUESTIONS.second(given.answer));
    else toast.success(given.isLate ? OWNER_QUESTIONS.late : OWNER_QUESTIONS.sent);
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
      <AnswerForm hint={OWNER_QUESTIONS.left(secondsLeft)} send={send} />
    </section>
  );
}
