/** The message for a refusal of our server. */
import {
  EN_MESSAGES,
  EN_MESSAGES_WITH_PARAMS,
  NO_CALL_SHORT_TEXT,
} from "../../../convex/shared/talkButtonLanguages/en";
import type { Message } from "../state/message";

export interface CodedRefusal {
  code: string;
  message: string;
  /** The values in the message, so that the button can write it in its own language. */
  params?: unknown;
  /** A short form of the message, if the button has no text for the code. */
  words?: unknown;
  /** Set if the visitor may leave a message instead. */
  messagePass?: unknown;
}

/** The button's text for the code if it has one, else the server's message. */
export function messageOf({ messagePass, ...refusal }: CodedRefusal): Message {
  const text = textOf(refusal);
  return typeof messagePass === "string" ? { ...text, messagePass } : text;
}

function textOf({ code, message, words, params }: CodedRefusal): Message {
  if (typeof words === "string") return { kind: "text", text: message, shortText: words };
  if (Object.hasOwn(EN_MESSAGES, code)) return { kind: "code", code } as Message;
  if (Object.hasOwn(EN_MESSAGES_WITH_PARAMS, code) && params !== undefined) {
    return { kind: "codeWithParams", code, params } as Message;
  }
  return { kind: "text", text: message, shortText: NO_CALL_SHORT_TEXT };
}
