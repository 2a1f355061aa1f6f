/** What a visitor sees of a trial, and what changes it. */
import type { FoundSite } from "../../../../convex/shared/siteTrials";

export interface Message {
  role: "user" | "assistant";
  text: string;
}

/** The visitor's last question until it is answered. It is not among the messages. */
export type Question = { text: string } & (
  { kind: "answering"; answer: string } | { kind: "failed"; reason: string }
);

export interface Refusal {
  code: string;
  /** Says what to do, too. */
  reason: string;
}

export type TrialState =
  | { kind: "reading"; read: number; of: number }
  | ({ kind: "refused" } & Refusal)
  | {
      kind: "talking";
      site: FoundSite;
      messages: Message[];
      question: Question | null;
      answersLeft: number;
      endsAtMs: number;
      /** No question is answered any more, whatever is left. */
      isOver: boolean;
    };

export type TrialEvent =
  | { kind: "read"; read: number; of: number }
  | ({ kind: "refused" } & Refusal)
  | { kind: "found"; site: FoundSite; endsAtMs: number }
  | { kind: "asked"; text: string }
  | { kind: "delta"; text: string }
  | { kind: "answered"; answersLeft: number }
  | { kind: "failed"; reason: string }
  | { kind: "over" };

export const BEGUN: TrialState = { kind: "reading", read: 0, of: 1 };

export function afterTrialEvent(state: TrialState, event: TrialEvent): TrialState {
  switch (event.kind) {
    case "read":
      return { kind: "reading", read: event.read, of: event.of };
    case "refused":
      return event;
    case "found": {
      const { site, endsAtMs } = event;
      const messages: Message[] = [{ role: "assistant", text: site.greeting }];
      const { answersLeft } = site;
      const begun = { messages, question: null, answersLeft, isOver: false };
      return { kind: "talking", site, endsAtMs, ...begun };
    }
    default:
      return state.kind === "talking" ? afterQuestionEvent(state, event) : state;
  }
}

type Talking = Extract<TrialState, { kind: "talking" }>;
type QuestionEvent = Exclude<TrialEvent, { kind: "read" | "refused" | "found" }>;

function afterQuestionEvent(state: Talking, event: QuestionEvent): TrialState {
  const { question, messages } = state;
  switch (event.kind) {
    case "asked":
      return { ...state, question: { kind: "answering", text: event.text, answer: "" } };
    case "over":
      return { ...state, isOver: true };
    case "delta":
      if (question?.kind !== "answering") return state;
      return { ...state, question: { ...question, answer: question.answer + event.text } };
    case "answered": {
      if (question?.kind !== "answering") return state;
      const { answersLeft } = event;
      const exchange: Message[] = [
        { role: "user", text: question.text },
        { role: "assistant", text: question.answer },
      ];
      return { ...state, messages: [...messages, ...exchange], question: null, answersLeft };
    }
    case "failed":
      if (question === null) return state;
      return { ...state, question: { kind: "failed", text: question.text, reason: event.reason } };
    default:
      return event satisfies never;
  }
}
