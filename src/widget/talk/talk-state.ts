/** The conversation that the page shows, and what changes it. */
import type { Detail } from "../../../convex/shared/details";
import type { Proposal } from "../../../convex/shared/proposal";
import type { Slip } from "../../../convex/shared/slip";
import type { TranscriptPart } from "../../lib/widget-protocol";
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
  /** What the assistant asks a yes to. */
  proposal?: Proposal;
  /** What was done after a yes. The visitor may have closed it. */
  slip?: Slip & { isClosed?: true };
  /** What the assistant has noted of the things to find out. */
  details?: Detail[];
  /** During a call. */
  spoken?: Spoken;
  /** The visitor has said whether it helped. */
  isRated?: true;
}

interface Spoken {
  /** Whose last message was spoken, so that what the same person says next belongs to it. */
  last: ChatMessage["role"] | null;
  /** What is being said, as far as it has been heard. */
  heard: ChatMessage | null;
}

export type TalkEvent =
  | { kind: "asked"; text: string }
  | { kind: "startedOver" }
  /** In a call: a part of what is said, or what the visitor has typed meanwhile. */
  | { kind: "heard"; part: TranscriptPart }
  | { kind: "typedInCall"; text: string }
  | { kind: "callOver" }
  | { kind: "slipClosed" }
  | { kind: "rated" }
  | Exclude<AnswerEvent, { kind: "consentNeeded" }>
  | { kind: "consentNeeded" };

export const NEW_CONVERSATION: TalkState = { thread: null, messages: [], question: null };

export function afterTalkEvent(state: TalkState, event: TalkEvent): TalkState {
  const { question } = state;
  switch (event.kind) {
    case "asked":
      return {
        ...withoutProposal(state),
        question: { kind: "answering", text: event.text, answer: "" },
      };
    case "startedOver":
      return NEW_CONVERSATION;
    case "forgotten":
      // The assistant no longer knows the earlier messages.
      return { ...NEW_CONVERSATION, question };
    case "thread":
      return { ...state, thread: event.thread };
    case "heard":
      return heard(state, event.part);
    case "typedInCall": {
      const typed: ChatMessage = { role: "user", text: event.text };
      return {
        ...withoutProposal(state),
        messages: [...state.messages, typed],
        spoken: { last: null, heard: null },
      };
    }
    case "rated":
      return { ...state, isRated: true };
    case "callOver": {
      const { spoken: _, ...others } = withoutProposal(state);
      return others;
    }
    case "proposed":
      if (event.proposal === null) return withoutProposal(state);
      return isOutdated(event.proposal, state) ? state : { ...state, proposal: event.proposal };
    case "done":
      return event.slip.id === state.slip?.id ? state : { ...state, slip: event.slip };
    case "noted":
      return { ...state, details: event.details };
    case "slipClosed":
      return state.slip === undefined
        ? state
        : { ...state, slip: { ...state.slip, isClosed: true } };
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

/** The answer to an earlier request can arrive after the visitor has corrected a value. */
function isOutdated({ id, version }: Proposal, { proposal }: TalkState): boolean {
  return id === proposal?.id && version < proposal.version;
}

/** What the visitor says next answers it. */
function withoutProposal({ proposal: _, ...state }: TalkState): TalkState {
  return state;
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

function heard(state: TalkState, { role, text, isFinal }: TranscriptPart): TalkState {
  const { messages, spoken } = state;
  const last = spoken?.last ?? null;
  if (!isFinal) return { ...state, spoken: { last, heard: { role, text } } };
  const before = last === role ? messages.at(-1) : undefined;
  const message = { role, text: before === undefined ? text : `${before.text} ${text}` };
  const earlier = before === undefined ? messages : messages.slice(0, -1);
  return { ...state, messages: [...earlier, message], spoken: { last: role, heard: null } };
}
