/** What mails say of what calls left behind. Visitors wrote all of it: it is text, and never too much of it. */
import type { Id } from "../../_generated/dataModel";
import { PRODUCT_NAME } from "../../shared/productName";
import { beginningOf } from "../../shared/wellFormed";
import { timeText } from "./format";
import type { Letter, Part } from "./letter";
import { spelledAddress, withoutLinks } from "./plainText";
import type { Message, OutcomeEntry } from "./table";

type Of<Template extends Message["template"]> = Extract<Message, { template: Template }>;

const LONGEST_SUBJECT = 100;
const LONGEST_VALUE = 1_000;

export function outcomeLetter(message: Of<"outcome">, siteUrl: string): Letter {
  const { entry, ownerEmail } = message;
  if (entry === null) throw new Error("Nobody has looked up what is to be mailed");
  const subject = subjectOf(entry);
  return {
    subject,
    preview: `${withoutLinks(entry.assistantName)}, ${timeText(entry.atMs)}.`,
    parts: [
      said(`From a talk with ${withoutLinks(entry.assistantName)}, ${timeText(entry.atMs)}.`),
      ...partsOf(entry),
      ...(ownerEmail === null ? [toInbox(siteUrl, entry.callId)] : []),
    ],
    reason: reasonFor(ownerEmail, "for each entry in the inbox"),
  };
}

export function outcomeDigestLetter(message: Of<"outcomeDigest">, siteUrl: string): Letter {
  const { entries, more, ownerEmail } = message;
  const count = entries.length + more;
  return {
    subject: count === 1 ? "One new entry in the inbox" : `${count} new entries in the inbox`,
    preview: beginningOf(entries.map(subjectOf).join(" · "), LONGEST_SUBJECT),
    parts: [
      ...entries.flatMap((entry) => [
        said(`${subjectOf(entry)} (${withoutLinks(entry.assistantName)}, ${timeText(entry.atMs)})`),
        ...partsOf(entry),
      ]),
      ...(more === 0 ? [] : [said(`And ${more} more.`)]),
      ...(ownerEmail === null ? [toInbox(siteUrl, null)] : []),
    ],
    reason: reasonFor(ownerEmail, "with what came into the inbox"),
  };
}

export function confirmRecipientLetter(
  { ownerEmail, untilMs }: Of<"confirmRecipient">,
  link: string,
): Letter {
  return {
    subject: "Do you want mail from this account?",
    preview: `${spelledAddress(ownerEmail)} gave your address.`,
    parts: [
      said(
        `${spelledAddress(ownerEmail)} wants mail to come to you when visitors of a website have left something in a talk with an assistant: a name, a number, an order, a question.`,
      ),
      said("Nothing is sent before you agree, and each of these mails has a link that ends them."),
      { kind: "link", label: "Yes, send them", address: link },
      said(`The link works until ${timeText(untilMs)}.`),
    ],
    reason: `You get this because somebody typed your address at ${PRODUCT_NAME}. If you do not want these mails, do nothing.`,
  };
}

type Off = Of<"webhookOff">;

export function webhookOffLetter({ host, why, atMs }: Off, siteUrl: string): Letter {
  return {
    subject: `Events no longer go to ${host}`,
    preview: "The endpoint was switched off.",
    parts: [
      said(
        why === "gone"
          ? `Your server at ${host} answered, ${timeText(atMs)}, that it wants no more events (410 Gone). So we switched the endpoint off.`
          : `For five days your server at ${host} has taken nothing that we sent. So we switched the endpoint off, ${timeText(atMs)}.`,
      ),
      said(
        "Nothing else changes. What waits for it is kept for thirty days: switch it on again when it works, and all of that is sent.",
      ),
      { kind: "link", label: "See what happened", address: `${siteUrl}/dashboard/connections` },
    ],
    reason: `You get this because your account at ${PRODUCT_NAME} sends events to that server.`,
  };
}

/** "Order from Maria: two loaves", as far as these are known. */
export function subjectOf({ who, topic, unanswered, assistantName }: OutcomeEntry): string {
  const [question] = unanswered;
  const about =
    topic === null
      ? null
      : `${withoutLinks(topic.label)}${who === null ? "" : ` from ${who}`}: ${topic.text}`;
  const asked = question === undefined ? null : `A question without an answer: ${question}`;
  const from =
    who === null ? `A message from ${withoutLinks(assistantName)}` : `A message from ${who}`;
  const subject = oneLine(about ?? (who === null ? asked : null) ?? from);
  if (subject.length <= LONGEST_SUBJECT) return subject;
  return `${beginningOf(subject, LONGEST_SUBJECT - 1).trimEnd()}…`;
}

function partsOf({ lines, unanswered }: OutcomeEntry): Part[] {
  const questions = unanswered.map((question) => said(`“${plain(question)}”`));
  return [
    ...lines.map(({ label, text }) =>
      said(`${withoutLinks(label)}: ${beginningOf(plain(text), LONGEST_VALUE)}`),
    ),
    ...(questions.length === 0 ? [] : [said("There was no answer to:"), ...questions]),
  ];
}

function reasonFor(ownerEmail: string | null, what: string): string {
  return ownerEmail === null
    ? `You get this because you want mail ${what} at ${PRODUCT_NAME}.`
    : `You get this because ${spelledAddress(ownerEmail)} gave your address at ${PRODUCT_NAME}, and somebody here agreed to mail ${what}.`;
}

function toInbox(siteUrl: string, callId: Id<"calls"> | null): Part {
  const entry = callId === null ? "" : `?call=${callId}`;
  return { kind: "link", label: "Open the inbox", address: `${siteUrl}/dashboard/inbox${entry}` };
}

/** A header is one line, and what turns the direction of writing could make it say something else. */
function oneLine(text: string): string {
  return plain(text).replaceAll(/\s+/g, " ").trim();
}

function plain(text: string): string {
  return text.replaceAll(/(?![\n\t])[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, " ");
}

function said(text: string): Part {
  return { kind: "text", text };
}
