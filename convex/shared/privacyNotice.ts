/**
 * The notice that visitors agree to before their first call, with default texts in several languages. The default text
 * follows the assistant's settings, so that it is always true.
 */
import type { LanguageId } from "./languages";
import type { CALLS_KEPT_DAYS } from "./limits";
import { NOTICE_WORDINGS } from "./privacyNoticeTexts";

/** Of the text, without the sentence about the button that follows it. */
export const MAX_NOTICE_LENGTH = 300;
export const MAX_PRIVACY_URL_LENGTH = 300;

export const NOTICE_ERRORS = {
  empty: "Please write what visitors are told before their first call.",
  url: "The address of your privacy page must begin with https://",
} as const;

/** How an assistant treats calls and typed messages. With null days, they are kept until somebody deletes them. */
export type Treatment = {
  recordsCalls: boolean;
  callsKeptDays: (typeof CALLS_KEPT_DAYS)[number] | null;
  acceptsText: boolean;
};

/** The default text. */
export function readyNotice(language: LanguageId, treatment: Treatment): string {
  const { ai, recorded, unrecorded, keptFor, keptUntilDeleted, typed, whoElse } =
    NOTICE_WORDINGS[language];
  const { recordsCalls, callsKeptDays, acceptsText } = treatment;
  const kept = callsKeptDays === null ? keptUntilDeleted : keptFor(callsKeptDays);
  const call = (recordsCalls ? recorded : unrecorded)(kept);
  return [ai, call, ...(acceptsText ? [typed] : []), whoElse].join(" ");
}

/** The texts around the notice, which are the same for default and own texts. */
export function wordsAround(
  language: LanguageId,
  { recordsCalls }: Pick<Treatment, "recordsCalls">,
) {
  const { agree, words, privacy } = NOTICE_WORDINGS[language];
  return { agree, words: recordsCalls ? words.recorded : words.unrecorded, privacy };
}

/** The address as it is stored. Null if it is not a valid link. */
export function readPrivacyUrl(text: string): string | null {
  try {
    const { protocol, href, username, password } = new URL(text.trim());
    if (protocol !== "https:" || username + password !== "") return null;
    return href.length <= MAX_PRIVACY_URL_LENGTH ? href : null;
  } catch {
    return null;
  }
}
