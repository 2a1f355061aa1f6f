/** How a mail shows the questions that it asks, and where they can be answered in the dashboard. */
import { countOf } from "./format";
import type { Part } from "./letter";
import { withoutLinks } from "./plainText";
import type { AskedQuestion } from "./table";

/** As one line, by which a reply that quotes the mail is understood. */
export function askedLine(
  { question, assistantName, count }: AskedQuestion,
  index: number,
): string {
  return `${index + 1}. “${question}” (${withoutLinks(assistantName)}, asked ${countOf(count, "time")})`;
}

/** The conversation in which a question was asked, where it can be answered. */
export function answerLink(
  { callId, question }: Pick<AskedQuestion, "callId" | "question">,
  label: string,
  siteUrl: string,
): Part {
  const query = new URLSearchParams({ q: question, call: callId });
  return { kind: "link", label, address: `${siteUrl}/dashboard/inbox?${query.toString()}` };
}
