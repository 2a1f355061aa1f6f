/** The notice that visitors agree to before their first call: docs/decisions/0019-notice-before-a-call.md. */
import type { Doc } from "../_generated/dataModel";
import { digestOfText } from "../lib/bytes";
import { userError } from "../lib/userError";
import { textTooLong } from "../shared/messages";
import {
  MAX_NOTICE_LENGTH,
  NOTICE_ERRORS,
  readPrivacyUrl,
  readyNotice,
  wordsAround,
} from "../shared/privacyNotice";
import { conversationOf } from "./conversation";
import type { ShownNotice } from "./table";

type Assistant = Pick<Doc<"assistants">, "notice" | "recordsCalls" | "callsKeptDays" | "talk">;

const VERSION_LENGTH = 16;

/** A form without the notice leaves the saved one unchanged. */
export function validNotice({ notice }: Assistant) {
  if (notice == null) return notice === undefined ? {} : { notice };
  const text = notice.text?.trim() ?? null;
  if (text === "") throw userError("invalid_input", NOTICE_ERRORS.empty);
  if (text !== null && text.length > MAX_NOTICE_LENGTH) {
    throw userError("invalid_input", textTooLong("notice", MAX_NOTICE_LENGTH));
  }
  const privacyUrl = notice.privacyUrl === null ? null : readPrivacyUrl(notice.privacyUrl);
  if (privacyUrl === null && notice.privacyUrl !== null) {
    throw userError("invalid_input", NOTICE_ERRORS.url);
  }
  return { notice: { ...notice, text, privacyUrl } };
}

/** The notice as visitors see it. Null if the assistant has none. */
export async function shownNoticeOf(assistant: Assistant): Promise<ShownNotice | null> {
  const { notice, recordsCalls = true, callsKeptDays = null } = assistant;
  if (notice == null) return null;
  const { language, text, privacyUrl } = notice;
  const acceptsText = conversationOf(assistant).acceptsText !== false;
  const treatment = { recordsCalls, callsKeptDays, acceptsText };
  const { agree, words, privacy } = wordsAround(language, treatment);
  const body = text ?? readyNotice(language, treatment);
  const shown = {
    language,
    text: `${body} ${agree}`,
    words,
    link: privacyUrl === null ? null : { url: privacyUrl, words: privacy },
  };
  const digest = await digestOfText(JSON.stringify(shown));
  return { version: digest.slice(0, VERSION_LENGTH), ...shown, body };
}
