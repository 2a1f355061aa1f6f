/** An assistant's conversation settings: their check, and the defaults for assistants that are older than a setting. */
import type { Doc } from "../_generated/dataModel";
import { userError } from "../lib/userError";
import {
  DEFAULT_CONVERSATION,
  problemWithConversation,
  type Conversation,
  tidyConversation,
} from "../shared/conversation";
import { typedGreeting } from "../shared/greeting";
import { languageFor } from "../shared/languages";
import { isOpenAt, nextOpening } from "../shared/openingHours";
import { closedText, opensText } from "../shared/openingTexts";
import { CLOSED_SHORT_TEXT, wordsIn } from "../shared/talkButtonTexts";

type WithTalk = Pick<Doc<"assistants">, "talk">;

export function conversationOf({ talk }: WithTalk): Conversation {
  return talk ?? DEFAULT_CONVERSATION;
}

/** The first message of a typed conversation. Null if the assistant waits for the visitor. */
export function typedGreetingOf(assistant: WithTalk & Pick<Doc<"assistants">, "name">) {
  return typedGreeting(conversationOf(assistant), assistant.name);
}

/** A form without these settings leaves the saved ones unchanged. */
export function validConversation({ talk }: WithTalk) {
  if (talk === undefined) return {};
  const problem = problemWithConversation(talk);
  if (problem !== null) throw userError("invalid_input", problem.says);
  return { talk: tidyConversation(talk) };
}

/**
 * The message for visitors while the assistant is closed, with the time when it opens, and a short form of it. Null while it
 * is open.
 */
export function closedMessageAt(assistant: WithTalk, nowMs: number) {
  const { openingHours, timeZone, language, closedWords } = conversationOf(assistant);
  if (isOpenAt(openingHours, timeZone, nowMs)) return null;
  const next = nextOpening(openingHours, timeZone, nowMs);
  const message =
    next === null
      ? (closedWords ?? languageFor(language).closed)
      : `${closedWords ?? closedText(language)} ${opensText(language, next)}`;
  return { message, words: wordsIn(language)?.closedShortText ?? CLOSED_SHORT_TEXT };
}
