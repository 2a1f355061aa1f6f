/** What an owner decides about a talk: checked as it is saved, and as it is for assistants that were saved before. */
import type { Doc } from "../../_generated/dataModel";
import { CLOSED_SHORT_TEXT, wordsIn } from "../../catalog/buttonWords";
import { languageFor } from "../../catalog/languages";
import { isOpenAt } from "../../catalog/openingHours";
import { DEFAULT_TALK, objectionToTalk, tidiedTalk, type Talk } from "../../catalog/talk";
import { userError } from "../common/userError";

type WithTalk = Pick<Doc<"assistants">, "talk">;

export function talkOf({ talk }: WithTalk): Talk {
  return talk ?? DEFAULT_TALK;
}

/** A form that knows of no talk leaves it as it is. */
export function checkedTalk({ talk }: WithTalk) {
  if (talk === undefined) return {};
  const objection = objectionToTalk(talk);
  if (objection !== null) throw userError("invalid_input", objection.says);
  return { talk: tidiedTalk(talk) };
}

/** What a visitor is told, and as much of it as there is room for; null while it is open. */
export function closedAt(assistant: WithTalk, nowMs: number) {
  const { openingHours, timeZone, language, closedWords } = talkOf(assistant);
  if (isOpenAt(openingHours, timeZone, nowMs)) return null;
  const message = closedWords ?? languageFor(language).closed;
  return { message, words: wordsIn(language)?.closedShortText ?? CLOSED_SHORT_TEXT };
}
