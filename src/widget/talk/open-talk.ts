/** Sends what the visitor writes, and puts the answers into the conversation. */
import type { Consent } from "../engine/consent";
import type { ConsentNotice } from "../state/assistant";
import type { AnswerEvent } from "../transport/send-message";
import type { ThreadStore } from "./thread-store";

export interface Talk {
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
    isAgain: boolean;
    thread: string | null;
    agreed: ReturnType<Consent["given"]>;
    signal: AbortSignal;
  }) => AsyncIterable<AnswerEvent>;
  store: ThreadStore;
  /** Null for an owner who tests. */
  consent: Consent | null;
  onChange: () => void;
}

export function openTalk({ send, store, consent, onChange }: TalkParts): Talk {
  const { state, apply } = store;
  let notice = consent?.wanted() ?? null;
  let sending: AbortController | null = null;

  async function deliver(text: string, isAgain: boolean): Promise<void> {
    const own = new AbortController();
    sending = own;
    apply({ kind: "asked", text });
    const { signal } = own;
    const agreed = consent?.given() ?? null;
    for await (const event of send({ text, isAgain, thread: state().thread, agreed, signal })) {
      if (signal.aborted) return;
      if (event.kind === "consentNeeded") ({ notice } = event);
      apply(event);
    }
  }

  function ask(text: string, isAgain = false): void {
    if (state().question?.kind !== "answering") void deliver(text, isAgain);
  }

  function tryAgain(): void {
    const { question } = state();
    if (question !== null) ask(question.text, true);
  }

  return {
    notice: () => notice,
    ask: (text) => ask(text),
    tryAgain,
    agree() {
      if (notice === null) return;
      consent?.give(notice);
      notice = null;
      onChange();
      // The server asked for it only after the visitor had sent the message.
      const { question } = state();
      if (question?.kind === "failed" && question.failure === null) tryAgain();
    },
    startOver() {
      sending?.abort();
      apply({ kind: "startedOver" });
    },
  };
}
