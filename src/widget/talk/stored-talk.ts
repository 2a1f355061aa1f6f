/** Keeps a conversation in this browser for a day, so that it survives a reload and another page of the website. */
import { DAY_MS } from "../../../convex/shared/durations";
import type { Detail } from "../../../convex/shared/details";
import { readSetting, removeSetting, saveSetting } from "../../lib/browser-setting";
import { NEW_CONVERSATION, type ChatMessage, type TalkState } from "./talk-state";

export interface StoredTalk {
  read(): TalkState;
  save(state: TalkState): void;
}

/** Far below what browsers allow, because the website may store things too. In characters. */
const MAX_STORED_LENGTH = 200_000;

export function openStoredTalk(embedId: string, isTesting: boolean): StoredTalk {
  const key = `hark-${isTesting ? "test-" : ""}talk-${embedId}`;
  return {
    read: () => parsed(readSetting(key)) ?? NEW_CONVERSATION,
    save({ thread, messages, question, details, isRated }) {
      if (messages.length === 0 && question === null) {
        removeSetting(key);
        return;
      }
      const unanswered = question === null ? {} : { unanswered: question.text };
      const kept = {
        thread,
        messages: newestOf(messages),
        ...unanswered,
        ...{ details, isRated },
        atMs: Date.now(),
      };
      saveSetting(key, JSON.stringify(kept));
    },
  };
}

function newestOf(messages: ChatMessage[]): ChatMessage[] {
  let length = 0;
  const last = messages.findLastIndex(({ text }) => (length += text.length) > MAX_STORED_LENGTH);
  return messages.slice(last + 1);
}

/** Null for what is too old, or not ours. */
function parsed(text: string | null): TalkState | null {
  try {
    const stored = JSON.parse(text ?? "null") as Stored | null;
    if (stored === null || !Array.isArray(stored.messages)) return null;
    const { thread, messages, unanswered, details, isRated, atMs } = stored;
    const ageMs = Date.now() - Number(atMs);
    if (!(ageMs < DAY_MS) || !messages.every(isMessage)) return null;
    return {
      thread: typeof thread === "string" ? thread : null,
      messages,
      ...(Array.isArray(details) ? { details: details as Detail[] } : {}),
      ...(isRated === true ? { isRated } : {}),
      question:
        typeof unanswered === "string" ? { kind: "failed", text: unanswered, failure: null } : null,
    };
  } catch {
    return null;
  }
}

interface Stored {
  thread?: unknown;
  messages?: unknown[];
  /** The page was left before the answer was complete. */
  unanswered?: unknown;
  details?: unknown;
  isRated?: unknown;
  atMs?: unknown;
}

function isMessage(value: unknown): value is ChatMessage {
  const { role, text } = (value ?? {}) as Partial<ChatMessage>;
  return (role === "user" || role === "assistant") && typeof text === "string";
}
