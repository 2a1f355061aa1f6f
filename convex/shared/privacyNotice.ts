/**
 * What visitors are told, and agree to, before their first call, in the languages in which it is ready. What an
 * assistant does with calls is in the text, so that it is true as it comes.
 */
import type { LanguageId } from "./languages";
import type { CALLS_KEPT_DAYS } from "./limits";
import { NOTICE_WORDINGS } from "./privacyNoticeTexts";

/** Characters of the text; what a press means stands behind it. */
export const MAX_NOTICE_LENGTH = 300;
export const MAX_PRIVACY_URL_LENGTH = 300;

export const NOTICE_ERRORS = {
  empty: "Please write what visitors are told before their first call.",
  url: "The address of your privacy page must begin with https://",
} as const;

/** What is done with an assistant's calls. Null: they are kept until somebody deletes them. */
export type Treatment = {
  recordsCalls: boolean;
  callsKeptDays: (typeof CALLS_KEPT_DAYS)[number] | null;
};

/** What is told unless the owner has words of their own. */
export function readyNotice(language: LanguageId, treatment: Treatment): string {
  const { ai, recorded, unrecorded, keptFor, keptUntilDeleted, whoElse } =
    NOTICE_WORDINGS[language];
  const { recordsCalls, callsKeptDays } = treatment;
  const kept = callsKeptDays === null ? keptUntilDeleted : keptFor(callsKeptDays);
  return [ai, (recordsCalls ? recorded : unrecorded)(kept), whoElse].join(" ");
}

/** What stands beside the text, whoever wrote that. */
export function wordsAround(language: LanguageId, { recordsCalls }: Treatment) {
  const { agree, words, privacy } = NOTICE_WORDINGS[language];
  return { agree, words: recordsCalls ? words.recorded : words.unrecorded, privacy };
}

/** As it is kept; null when it cannot be linked to. */
export function readPrivacyUrl(text: string): string | null {
  try {
    const { protocol, href, username, password } = new URL(text.trim());
    if (protocol !== "https:" || username + password !== "") return null;
    return href.length <= MAX_PRIVACY_URL_LENGTH ? href : null;
  } catch {
    return null;
  }
}
