/** What an owner decides about a talk: checked as it is saved, and as it is for assistants that were saved before. */
import type { Doc } from "../_generated/dataModel";
import { userError } from "../lib/userError";
import {
  DEFAULT_CONVERSATION,
  problemWithConversation,
  type Conversation,
  tidyConversation,
} from "../shared/conversation";
import { languageFor } from "../shared/languages";
import { isOpenAt } from "../shared/openingHours";
import { CLOSED_SHORT_TEXT, wordsIn } from "../shared/talkButtonTexts";

type WithTalk = Pick<Doc<"assistants">, "talk">;

export function conversationOf({ talk }: WithTalk): Conversation {
  return talk ?? DEFAULT_CONVERSATION;
}

/** A form that knows of no talk leaves it as it is. */
export function validConversation({ talk }: WithTalk) {
  if (talk === undefined) return {};
  const objection = problemWithConversation(talk);
  if (objection !== null) throw userError("invalid_input", objection.says);
  return { talk: tidyConversation(talk) };
}

/** What a visitor is told, and as much of it as there is room for; null while it is open. */
export function closedMessageAt(assistant: WithTalk, nowMs: number) {
  const { openingHours, timeZone, language, closedWords } = conversationOf(assistant);
  if (isOpenAt(openingHours, timeZone, nowMs)) return null;
  const message = closedWords ?? languageFor(language).closed;
  return { message, words: wordsIn(language)?.closedShortText ?? CLOSED_SHORT_TEXT };
}
