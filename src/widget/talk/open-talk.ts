/** Holds a conversation: sends what the visitor writes, and keeps what was written in this browser. */
import type { Consent } from "../engine/consent";
import type { ConsentNotice } from "../state/assistant";
import type { AnswerEvent } from "../transport/send-message";
import type { StoredTalk } from "./stored-talk";
import { afterTalkEvent, type TalkEvent, type TalkState } from "./talk-state";

export interface Talk {
  state: () => TalkState;
  /** To agree to before a message is sent. */
  notice: () => ConsentNotice | null;
  /** Does nothing while the assistant is writing. */
  ask: (text: string) => void;
  /** Asks the question again that was not answered. */
  tryAgain: () => void;
  agree: () => void;
  startOver: () => void;
}

export interface TalkParts {
  send: (message: {
    text: string;
    thread: string | null;
    agreed: ReturnType<Consent["given"]>;
    signal: AbortSignal;
  }) => AsyncIterable<AnswerEvent>;
  stored: StoredTalk;
  /** Null for an owner who tests. */
  consent: Consent | null;
  onChange: () => void;
}

export function openTalk({ send, stored, consent, onChange }: TalkParts): Talk {
  let state = stored.read();
  let notice = consent?.wanted() ?? null;
  let sending: AbortController | null = null;

  function apply(event: TalkEvent): void {
    state = afterTalkEvent(state, event);
    // What is written in pieces is saved as a whole.
    if (event.kind !== "delta") stored.save(state);
    onChange();
  }

  async function deliver(text: string): Promise<void> {
    const own = new AbortController();
    sending = own;
    apply({ kind: "asked", text });
    const { signal } = own;
    const agreed = consent?.given() ?? null;
    for await (const event of send({ text, thread: state.thread, agreed, signal })) {
      if (signal.aborted) return;
      if (event.kind === "consentNeeded") ({ notice } = event);
      apply(event);
    }
  }

  function ask(text: string): void {
    if (state.question?.kind !== "answering") void deliver(text);
  }

  function tryAgain(): void {
    if (state.question !== null) ask(state.question.text);
  }

  return {
    state: () => state,
    notice: () => notice,
    ask,
    tryAgain,
    agree() {
      if (notice === null) return;
      consent?.give(notice);
      notice = null;
      onChange();
      // The server asked for it only after the visitor had sent the message.
      if (state.question?.kind === "failed" && state.question.failure === null) tryAgain();
    },
    startOver() {
      sending?.abort();
      apply({ kind: "startedOver" });
    },
  };
}
