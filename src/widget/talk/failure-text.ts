import type { FoundAssistant } from "../state/assistant";
import type { Failure } from "../transport/send-message";
import type { TalkTexts } from "./languages/en";

/** The page's own text for a code, the talk button's in the assistant's language, or the server's in English. A reference is the same in every language. */
export function failureText(
  failure: Failure,
  { messages }: TalkTexts,
  assistant: FoundAssistant,
): string {
  const own = Object.entries(messages).find(([code]) => code === failure.code);
  const text = own?.[1] ?? assistant.texts?.messages[failure.code]?.[0] ?? failure.text;
  return failure.reference === undefined ? text : `${text} (#${failure.reference})`;
}
