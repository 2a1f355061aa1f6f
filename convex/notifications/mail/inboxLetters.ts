/** Emails about call outcomes. Visitors wrote the content, so it is plain text and its length is limited. */
import type { Id } from "../../_generated/dataModel";
import { type Channel, channelOf } from "../../shared/channel";
import { ANSWER_LABEL } from "../../shared/actions";
import { MESSENGER_NAMES, type MessengerKind } from "../../shared/messengers";
import { PRODUCT_NAME } from "../../shared/productName";
import type { UnavailableCase } from "../../shared/unavailability";
import { beginningOf } from "../../shared/wellFormed";
import { timeText } from "./format";
import type { Letter, Part } from "./letter";
import { plain, spelledAddress, withoutLinks } from "./plainText";
import type { Message, OutcomeEntry } from "./table";

type Of<Template extends Message["template"]> = Extract<Message, { template: Template }>;

const MAX_SUBJECT_LENGTH = 100;
const MAX_VALUE_LENGTH = 1_000;

/** Followed by the assistant's name. */
const ORIGINS = {
  voice: "From a call with",
  text: "From a typed conversation with",
  message: "A visitor left this message for",
} as const satisfies Record<Channel, string>;
const MARKS: Record<Channel, string[]> = { voice: [], text: ["typed"], message: ["message"] };
/** Why a visitor left a message, after the assistant's name. */
const LEFT_WHILE: Record<UnavailableCase, string> = {
  closed: "while it was closed",
  busy: "while all lines were busy",
  noMinutes: "while it had no minutes left",
  notLive: "while it was not live",
};

/** The path is that of the page on which the visitor's question is answered. Null if no question waits. */
export function outcomeLetter(
  message: Of<"outcome">,
  siteUrl: string,
  answerPath: string | null = null,
): Letter {
  const { entry, ownerEmail } = message;
  if (entry === null) throw new Error("The mail's entry has not been looked up");
  const subject = subjectOf(entry);
  return {
    subject,
    preview: `${withoutLinks(entry.assistantName)}, ${timeText(entry.atMs)}.`,
    parts: [
      textPart(`${originOf(entry)}, ${timeText(entry.atMs)}.`),
      ...partsOf(entry),
      ...(answerPath === null ? [] : [answerLink(siteUrl + answerPath)]),
      ...(ownerEmail === null ? [inboxLink(siteUrl, entry.callId)] : []),
    ],
    reason: reasonFor(ownerEmail, "about each new inbox entry"),
  };
}

export function outcomeDigestLetter(message: Of<"outcomeDigest">, siteUrl: string): Letter {
  const { entries, more, ownerEmail } = message;
  const count = entries.length + more;
  return {
    subject: count === 1 ? "1 new inbox entry" : `${count} new inbox entries`,
    preview: beginningOf(entries.map(subjectOf).join(" · "), MAX_SUBJECT_LENGTH),
    parts: [
      ...entries.flatMap((entry) => [
        textPart(
          `${subjectOf(entry)} (${[withoutLinks(entry.assistantName), ...marksOf(entry), timeText(entry.atMs)].join(", ")})`,
        ),
        ...partsOf(entry),
      ]),
      ...(more === 0 ? [] : [textPart(`And ${more} more in the inbox.`)]),
      ...(ownerEmail === null ? [inboxLink(siteUrl, null)] : []),
    ],
    reason: reasonFor(ownerEmail, "about new inbox entries"),
  };
}

export function confirmRecipientLetter(
  { ownerEmail, untilMs }: Of<"confirmRecipient">,
  link: string,
): Letter {
  return {
    subject: "Do you want to receive these emails?",
    preview: `${spelledAddress(ownerEmail)} entered your email address.`,
    parts: [
      textPart(
        `${spelledAddress(ownerEmail)} wants to email you when visitors to a website leave something in a conversation with a voice assistant, such as a name, a number, an order or a question.`,
      ),
      textPart("We send nothing until you agree, and every email has an unsubscribe link."),
      { kind: "link", label: "Yes, send them", address: link },
      textPart(`The link expires on ${timeText(untilMs)}.`),
    ],
    reason: `You get this email because somebody entered your address at ${PRODUCT_NAME}. If you do not want these emails, you can ignore it.`,
  };
}

export function webhookOffLetter(message: Of<"webhookOff">, siteUrl: string): Letter {
  const { host, why, atMs, messenger } = message;
  if (messenger !== undefined) return messengerOffLetter({ why, atMs, messenger }, siteUrl);
  return {
    subject: `We stopped sending events to ${host}`,
    preview: "The endpoint was switched off.",
    parts: [
      textPart(
        why === "gone"
          ? `On ${timeText(atMs)}, your server at ${host} answered 410 Gone, which asks us to stop sending. We switched the endpoint off.`
          : `Your server at ${host} has not accepted an event for five days. On ${timeText(atMs)}, we switched the endpoint off.`,
      ),
      textPart(
        "Nothing else changes. We keep its events for thirty days: once your server works, switch the endpoint on again and we send them all.",
      ),
      { kind: "link", label: "See what happened", address: `${siteUrl}/dashboard/connections` },
    ],
    reason: `You get this email because your ${PRODUCT_NAME} account sends events to that server.`,
  };
}

function messengerOffLetter(
  { why, atMs, messenger }: { why: "gone" | "failing"; atMs: number; messenger: MessengerKind },
  siteUrl: string,
): Letter {
  const name = MESSENGER_NAMES[messenger];
  return {
    subject: `We stopped sending messages to ${name}`,
    preview: "The connection was switched off.",
    parts: [
      textPart(
        why === "gone"
          ? `On ${timeText(atMs)}, ${name} answered that it no longer accepts our messages there. We switched the connection off.`
          : `${name} has not accepted a message for five days. On ${timeText(atMs)}, we switched the connection off.`,
      ),
      textPart(
        "Nothing else changes. The connection's log shows the answer. Once it works again, switch it on, and we send the messages that wait.",
      ),
      { kind: "link", label: "See what happened", address: `${siteUrl}/dashboard/connections` },
    ],
    reason: `You get this email because your ${PRODUCT_NAME} account sends messages to ${name}.`,
  };
}

function originOf(entry: OutcomeEntry): string {
  const { assistantName, leftBecause } = entry;
  return [
    ...[ORIGINS[channelOf(entry)], withoutLinks(assistantName)],
    ...(leftBecause === undefined ? [] : [LEFT_WHILE[leftBecause]]),
  ].join(" ");
}

function marksOf(entry: OutcomeEntry): string[] {
  const { leftBecause } = entry;
  const marks = MARKS[channelOf(entry)];
  return leftBecause === undefined ? marks : [`${marks.join()} ${LEFT_WHILE[leftBecause]}`];
}

/** For example "Order from Maria: two loaves", with what is known. */
export function subjectOf({ who, topic, unanswered, assistantName }: OutcomeEntry): string {
  const [question] = unanswered;
  const about =
    topic === null
      ? null
      : `${withoutLinks(topic.label)}${who === null ? "" : ` from ${who}`}: ${topic.text}`;
  const aboutQuestion = question === undefined ? null : `Unanswered question: ${question}`;
  const from =
    who === null ? `A message from ${withoutLinks(assistantName)}` : `A message from ${who}`;
  const subject = oneLine(about ?? (who === null ? aboutQuestion : null) ?? from);
  if (subject.length <= MAX_SUBJECT_LENGTH) return subject;
  return `${beginningOf(subject, MAX_SUBJECT_LENGTH - 1).trimEnd()}…`;
}

function partsOf({ lines, unanswered, soFar = "" }: OutcomeEntry): Part[] {
  const said = soFar.split("\n").filter((line) => line !== "");
  const questions = unanswered.map((question) => textPart(`“${plain(question)}”`));
  return [
    ...lines.map(({ label, text }) =>
      textPart(`${withoutLinks(label)}: ${beginningOf(plain(text), MAX_VALUE_LENGTH)}`),
    ),
    ...(questions.length === 0 ? [] : [textPart("Your assistant could not answer:"), ...questions]),
    ...(said.length === 0
      ? []
      : [textPart("Said until now:"), ...said.map((line) => textPart(plain(line)))]),
  ];
}

function reasonFor(ownerEmail: string | null, what: string): string {
  return ownerEmail === null
    ? `You get this email because emails ${what} are turned on for your ${PRODUCT_NAME} account.`
    : `You get this email because ${spelledAddress(ownerEmail)} entered your address at ${PRODUCT_NAME}, and you agreed to emails ${what}.`;
}

function answerLink(address: string): Part {
  return { kind: "link", label: ANSWER_LABEL, address };
}

function inboxLink(siteUrl: string, callId: Id<"calls"> | null): Part {
  const entry = callId === null ? "" : `?call=${callId}`;
  return { kind: "link", label: "Open the inbox", address: `${siteUrl}/dashboard/inbox${entry}` };
}

/** A subject must be one line, and characters that change the writing direction could falsify it. */
function oneLine(text: string): string {
  return plain(text).replaceAll(/\s+/g, " ").trim();
}

function textPart(text: string): Part {
  return { kind: "text", text };
}
