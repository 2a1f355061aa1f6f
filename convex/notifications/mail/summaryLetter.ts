import { DAY_MS } from "../../shared/durations";
import { PRODUCT_NAME } from "../../shared/productName";
import { countOf, dayText } from "./format";
import { answerLink, askedLine } from "./askedQuestions";
import type { Letter, Part } from "./letter";
import type { Message } from "./table";

type Summary = Extract<Message, { template: "summary" }>;

export interface SummaryOptions {
  siteUrl: string;
  /** Until when questions can be answered by replying. Null if they cannot. */
  repliesUntilMs: number | null;
}

export function summaryLetter(week: Summary, options: SummaryOptions): Letter {
  const { siteUrl } = options;
  const { fromMs, toMs, successful, unsuccessful } = week;
  const evaluated = successful + unsuccessful;
  return {
    subject: `Your week: ${listed([...conversationsOf(week), ...messagesOf(week)])}`,
    preview: previewOf(week),
    parts: [
      {
        kind: "text",
        text: `From ${dayText(fromMs)} to ${dayText(toMs - DAY_MS)}, ${happened(week)}.`,
      },
      ...(evaluated === 0
        ? []
        : [
            {
              kind: "text" as const,
              text: `Of the latest ${countOf(evaluated, "call")} with a known outcome, ${successful} ${successful === 1 ? "was" : "were"} successful.`,
            },
          ]),
      ...outcomeParts(week),
      ...questionParts(week, options),
      { kind: "link", label: "Open your inbox", address: `${siteUrl}/dashboard/inbox` },
    ],
    reason: `You get this email on Mondays because the weekly summary is turned on for your ${PRODUCT_NAME} account.`,
  };
}

function conversationsOf({ calls, typed = 0 }: Summary): string[] {
  return [
    ...(calls === 0 ? [] : [countOf(calls, "call")]),
    ...(typed === 0 ? [] : [countOf(typed, "typed conversation")]),
  ];
}

function messagesOf({ messages = 0 }: Summary): string[] {
  return messages === 0 ? [] : [countOf(messages, "message")];
}

function minutesOf({ seconds }: Summary): string {
  return countOf(Math.round(seconds / 60), "minute");
}

function previewOf(week: Summary): string {
  const isTalk = conversationsOf(week).length > 0;
  return isTalk ? `${minutesOf(week)} of conversation.` : "Your visitors left messages.";
}

function happened(week: Summary): string {
  const conversations = conversationsOf(week);
  const minutes = minutesOf(week);
  const used = (week.typed ?? 0) === 0 ? ` and talked for ${minutes}` : `, ${minutes} in all`;
  return [
    ...(conversations.length === 0 ? [] : [`your assistants had ${listed(conversations)}${used}`]),
    ...messagesOf(week).map((messages) => `visitors left ${messages}`),
  ].join("; ");
}

/** "a", "a and b", or "a, b and c". */
function listed(things: string[]): string {
  return [things.slice(0, -1).join(", "), ...things.slice(-1)]
    .filter((part) => part !== "")
    .join(" and ");
}

function outcomeParts({ entries, unanswered = [] }: Summary): Part[] {
  if (entries === 0) return [];
  return [
    textPart(`Your inbox has ${entries === 1 ? "1 new entry" : `${entries} new entries`}.`),
    ...(unanswered.length === 0 ? [] : [textPart(UNANSWERED)]),
    ...unanswered.map((question) => textPart(`“${question}”`)),
  ];
}

const UNANSWERED = "Your assistants could not answer these questions:";

function questionParts(
  { questions = [] }: Summary,
  { siteUrl, repliesUntilMs }: SummaryOptions,
): Part[] {
  if (questions.length === 0) return [];
  const isOne = questions.length === 1;
  const intro = isOne ? "Your assistant could not answer this question:" : UNANSWERED;
  const lines = questions.map((asked, index) => textPart(askedLine(asked, index)));
  if (repliesUntilMs === null) {
    const links = questions.map((asked, index) =>
      answerLink(asked, isOne ? "Answer the question" : `Answer question ${index + 1}`, siteUrl),
    );
    return [textPart(intro), ...lines.flatMap((line, index) => [line, links[index] ?? []].flat())];
  }
  const how = isOne
    ? "To answer it, reply to this email with your answer."
    : "To answer them, reply to this email. Write your answer below each question, or after its number:";
  return [
    textPart(intro),
    ...lines,
    textPart(how),
    ...(isOne ? [] : questions.map((_, index) => textPart(`${index + 1}: …`))),
    textPart(
      `Your assistant knows an answer a few seconds after it arrives. You can reply from this address until ${dayText(repliesUntilMs)}.`,
    ),
  ];
}

function textPart(text: string): Part {
  return { kind: "text", text };
}
