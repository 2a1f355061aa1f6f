/** A message that a visitor leaves when nobody can answer. The page and the server check it by the same rules. */
import { isEmailAddress, isPhoneNumber } from "./contact";

export const LEFT_MESSAGE_FIELDS = ["name", "contact", "text"] as const;
export type LeftMessageField = (typeof LEFT_MESSAGE_FIELDS)[number];
export type LeftMessage = Record<LeftMessageField, string>;

/** Characters. A mail shows as many of a value. */
export const LEFT_MESSAGE_LIMITS = { name: 100, contact: 254, text: 1_000 } as const;

export type LeftMessageProblem = "missing" | "invalid" | "tooLong";
export type LeftMessageProblems = Partial<Record<LeftMessageField, LeftMessageProblem>>;

export function tidyLeftMessage({ name, contact, text }: LeftMessage): LeftMessage {
  return { name: oneLine(name), contact: oneLine(contact.normalize("NFKC")), text: text.trim() };
}

/** Of a tidy message. Empty if there are none. */
export function problemsWith(message: LeftMessage): LeftMessageProblems {
  const { contact, text } = message;
  const problems: LeftMessageProblems = {};
  if (contact === "") problems.contact = "missing";
  else if (contactKind(contact) === null) problems.contact = "invalid";
  if (text === "") problems.text = "missing";
  for (const field of LEFT_MESSAGE_FIELDS) {
    if (message[field].length > LEFT_MESSAGE_LIMITS[field]) problems[field] = "tooLong";
  }
  return problems;
}

/** Null if it is neither. */
export function contactKind(contact: string): "email" | "phone" | null {
  if (isEmailAddress(contact)) return "email";
  return isPhoneNumber(contact) ? "phone" : null;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
