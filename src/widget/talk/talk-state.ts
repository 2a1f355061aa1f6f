/** The conversation that the page shows, and what changes it. */
import type { AnswerEvent, Failure } from "../transport/send-message";

export interface ChatMessage {
  role: "user" | "assistant";
  text: string;
}

/** The visitor's last message until it is answered. It is not among the messages. */
export type Question = { text: string } & (
  | { kind: "answering"; answer: string }
  /** `failure` is null if the visitor has to agree to the notice first, or has reloaded the page. */
  | { kind: "failed"; failure: Failure | null }
);

export interface TalkState {
  /** Continues the conversation. Null before the first answer. */
  thread: string | null;
  messages: ChatMessage[];
  question: Question | null;
}

export type TalkEvent =
  | { kind: "asked"; text: string }
  | { kind: "startedOver" }
  | Exclude<AnswerEvent, { kind: "consentNeeded" }>
  | { kind: "consentNeeded" };

export const NEW_CONVERSATION: TalkState = { thread: null, messages: [], question: null };

export function afterTalkEvent(state: TalkState, event: TalkEvent): TalkState {
  const { question } = state;
  switch (event.kind) {
    case "asked":
      return { ...state, question: { kind: "answering", text: event.text, answer: "" } };
    case "startedOver":
      return NEW_CONVERSATION;
    case "forgotten":
      // The assistant no longer knows the earlier messages.
      return { ...NEW_CONVERSATION, question };
    case "thread":
      return { ...state, thread: event.thread };
    case "delta":
      if (question?.kind !== "answering") return state;
      return { ...state, question: { ...question, answer: question.answer + event.text } };
    case "answered":
      if (question?.kind !== "answering") return state;
      return { ...state, messages: [...state.messages, ...exchangeOf(question)], question: null };
    case "failed":
      return failedWith(state, event.failure);
    case "consentNeeded":
      return failedWith(state, null);
    default:
      return event satisfies never;
  }
}

function exchangeOf({ text, answer }: { text: string; answer: string }): ChatMessage[] {
  return [
    { role: "user", text },
    { role: "assistant", text: answer },
  ];
}

/** A piece of an answer that is not complete is not kept, because the assistant will not know it either. */
function failedWith(state: TalkState, failure: Failure | null): TalkState {
  if (state.question === null) return state;
  return { ...state, question: { kind: "failed", text: state.question.text, failure } };
}
