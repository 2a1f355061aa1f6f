import { DAY_MS } from "../../shared/durations";
import { PRODUCT_NAME } from "../../shared/productName";
import { countOf, dayText } from "./format";
import type { Letter, Part } from "./letter";
import type { Message } from "./table";

type Summary = Extract<Message, { template: "summary" }>;

export function summaryLetter(week: Summary, siteUrl: string): Letter {
  const { fromMs, toMs, calls, typed = 0, seconds, successful, unsuccessful } = week;
  const minutes = countOf(Math.round(seconds / 60), "minute");
  const conversations = [
    ...(calls === 0 && typed > 0 ? [] : [countOf(calls, "call")]),
    ...(typed === 0 ? [] : [countOf(typed, "typed conversation")]),
  ].join(" and ");
  const used = typed === 0 ? ` and talked for ${minutes}` : `, ${minutes} in all`;
  const evaluated = successful + unsuccessful;
  return {
    subject: `Your week: ${conversations}`,
    preview: `${minutes} of conversation.`,
    parts: [
      {
        kind: "text",
        text: `From ${dayText(fromMs)} to ${dayText(toMs - DAY_MS)}, your assistants had ${conversations}${used}.`,
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
      { kind: "link", label: "Open your inbox", address: `${siteUrl}/dashboard/inbox` },
    ],
    reason: `You get this email on Mondays because the weekly summary is turned on for your ${PRODUCT_NAME} account.`,
  };
}

function outcomeParts({ entries, typed = 0, unanswered }: Summary): Part[] {
  if (entries === 0) return [];
  const text = `${countOf(entries, typed === 0 ? "call" : "conversation")} left something in your inbox.`;
  const questions = unanswered.map((question) => ({
    kind: "text" as const,
    text: `“${question}”`,
  }));
  const intro = "Your assistants could not answer these questions:";
  return [
    { kind: "text", text },
    ...(questions.length === 0 ? [] : [{ kind: "text" as const, text: intro }, ...questions]),
  ];
}
