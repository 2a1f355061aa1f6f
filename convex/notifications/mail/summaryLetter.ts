import { DAY_MS } from "../../shared/durations";
import { PRODUCT_NAME } from "../../shared/productName";
import { counted, dayText } from "./format";
import type { Letter, Part } from "./letter";
import type { Message } from "./table";

type Summary = Extract<Message, { template: "summary" }>;

export function summaryLetter(week: Summary, siteUrl: string): Letter {
  const { fromMs, toMs, calls, seconds, successful, unsuccessful } = week;
  const minutes = counted(Math.round(seconds / 60), "minute");
  const judged = successful + unsuccessful;
  return {
    subject: `Your week: ${counted(calls, "call")}`,
    preview: `${minutes} of conversation.`,
    parts: [
      {
        kind: "text",
        text: `From ${dayText(fromMs)} to ${dayText(toMs - DAY_MS)}, your assistants had ${counted(calls, "call")} and talked for ${minutes}.`,
      },
      ...(judged === 0
        ? []
        : [
            {
              kind: "text" as const,
              text: `Of the latest ${counted(judged, "call")} with a known outcome, ${successful} ${successful === 1 ? "was" : "were"} successful.`,
            },
          ]),
      ...leftBehind(week),
      { kind: "link", label: "Open your inbox", address: `${siteUrl}/dashboard/inbox` },
    ],
    reason: `You get this email on Mondays because the weekly summary is turned on for your ${PRODUCT_NAME} account.`,
  };
}

function leftBehind({ entries, unanswered }: Summary): Part[] {
  if (entries === 0) return [];
  const text = `${counted(entries, "call")} left something in your inbox.`;
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
