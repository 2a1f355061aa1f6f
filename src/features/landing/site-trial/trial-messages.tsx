import clsx from "clsx";
import { useLayoutEffect, useRef } from "react";
import { Button } from "../../../components/button";
import { TRIAL } from "./texts";
import type { Message, Question } from "./trial-state";

type TrialMessagesProps = {
  name: string;
  messages: readonly Message[];
  question: Question | null;
  onTryAgain: (text: string) => void;
};

export function TrialMessages({ name, messages, question, onTryAgain }: TrialMessagesProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [messages, question]);
  const isAnswering = question?.kind === "answering";
  // Three dots stand for an answer that has not begun.
  const answer = isAnswering && question.answer.trim() !== "" ? question.answer : "…";
  return (
    <div
      ref={list}
      role="region"
      aria-label={TRIAL.conversation(name)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The arrow keys scroll it.
      tabIndex={0}
      className="relative grid max-h-96 gap-2 overflow-y-auto rounded-control border border-line bg-canvas p-3 [overflow-anchor:none]"
    >
      {/* What is being written stands after it, so that it is read out once, as a whole. */}
      <div role="log" aria-live="polite" className="grid gap-2">
        {messages.map((message, index) => (
          <Bubble key={index} message={message} />
        ))}
        {question !== null && <Bubble message={{ role: "user", text: question.text }} />}
        {question?.kind === "failed" && (
          <div className="flex flex-wrap items-center gap-3">
            <p className="text-bad">{question.reason}</p>
            <Button size="small" onClick={() => onTryAgain(question.text)}>
              {TRIAL.tryAgain}
            </Button>
          </div>
        )}
      </div>
      {isAnswering && <Bubble message={{ role: "assistant", text: answer }} />}
      <p role="status" className="sr-only">
        {isAnswering ? TRIAL.answering : ""}
      </p>
    </div>
  );
}

function Bubble({ message: { role, text } }: { message: Message }) {
  return (
    <div
      dir="auto"
      className={clsx(
        "max-w-[85%] rounded-control px-3 py-2 break-words whitespace-pre-line",
        role === "user"
          ? "justify-self-end bg-accent-soft"
          : "justify-self-start border border-line bg-surface",
      )}
    >
      <span className="sr-only">{role === "user" ? TRIAL.you : TRIAL.assistant}: </span>
      {text}
    </div>
  );
}
