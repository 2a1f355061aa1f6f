/** Who sent a received mail, and whether a person wrote it. */
import { plainAddress } from "../../notifications/mail/replyAddress";
import type { ReceivedMail } from "../../vendors/resend";

type Headers = ReceivedMail["headers"];

/** Of the service's own field, and of the mail's header. Each must be the owner's. */
export function sendersOf({ from, headers }: ReceivedMail): string[] {
  return [from, ...(headers.get("from") ?? [])].map(plainAddress);
}

/** Subjects of what mail programs answer by themselves, for those that send no header. */
const AUTOMATIC_SUBJECT =
  /^(?:automatic reply|auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office|automatische antwort|abwesenheitsnotiz|réponse automatique|absence du bureau|respuesta automática|fuera de la oficina|risposta automatica|automatisch antwoord|afwezigheidsbericht|resposta automática|autosvar|undeliverable|delivery status notification|mail delivery failed)\b/i;

/** RFC 3834 (Auto-Submitted, an empty return path), and what programs sent before it. */
export function isAutomatic({ headers, subject }: ReceivedMail): boolean {
  const submitted = valuesOf(headers, "auto-submitted");
  return (
    submitted.some((value) => !/^no\b/i.test(value)) ||
    valuesOf(headers, "precedence").some((value) =>
      /^(?:auto_reply|bulk|junk|list)$/i.test(value),
    ) ||
    ["x-autoreply", "x-autorespond", "x-autoresponder", "list-id"].some((name) =>
      headers.has(name),
    ) ||
    valuesOf(headers, "return-path").includes("<>") ||
    valuesOf(headers, "content-type").some((value) => /^multipart\/report\b/i.test(value)) ||
    AUTOMATIC_SUBJECT.test(subject.trim())
  );
}

/**
 * Whether a check of the sender failed on the way here (RFC 8601; RFC 7208, section 9.1). A check that passed proves
 * nothing, because a sender can write such a header too.
 */
export function hasFailedCheck({ headers }: ReceivedMail): boolean {
  return (
    valuesOf(headers, "authentication-results").some((value) =>
      /\b(?:dmarc|spf|dkim)\s*=\s*fail\b/i.test(value),
    ) || valuesOf(headers, "received-spf").some((value) => /^fail\b/i.test(value))
  );
}

function valuesOf(headers: Headers, name: string): string[] {
  return (headers.get(name) ?? []).map((value) => value.trim());
}
