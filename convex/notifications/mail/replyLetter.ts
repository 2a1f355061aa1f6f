/** Tells the owner which answers of a reply to a weekly summary were saved. */
import { PRODUCT_NAME } from "../../shared/productName";
import { beginningOf } from "../../shared/wellFormed";
import { answerLink } from "./askedQuestions";
import type { Letter, Part } from "./letter";
import { withoutLinks } from "./plainText";
import type { Message, ReplyProblem } from "./table";

type Result = Extract<Message, { template: "replyResult" }>;

const MAX_SUBJECT_LENGTH = 80;

const PROBLEMS: Record<ReplyProblem, string> = {
  unmatched:
    "We could not tell which question your reply answers. Reply to the weekly summary again and begin each answer with the number of its question, for example “1: Yes, on Sundays too.”",
  unverified:
    "A reply to your weekly summary came in your name, but a check of its sender failed. Your mail provider may be able to say why.",
  other_sender:
    "A reply to your weekly summary came from another address. Only replies from this address are saved.",
  too_large: "Your reply to the weekly summary is too large to read.",
};

export function replyLetter({ saved, unsaved, problem }: Result, siteUrl: string): Letter {
  const [first] = saved;
  const subject =
    first === undefined
      ? "Your reply was not saved"
      : saved.length === 1
        ? `Saved: ${shortened(first.question)}`
        : `Saved: ${saved.length} answers`;
  const assistants = new Map(saved.map((one) => [one.assistantId, one.assistantName]));
  return {
    subject,
    preview:
      first === undefined
        ? "You can answer in the dashboard."
        : "Your assistant knows it in a few seconds.",
    parts: [
      ...saved.flatMap(({ question, answer, assistantName }) => [
        textPart(`“${question}” (${withoutLinks(assistantName)})`),
        textPart(answer),
      ]),
      ...[...assistants].map(([assistantId, name]) => ({
        kind: "link" as const,
        label: `Change what ${withoutLinks(name)} knows`,
        address: `${siteUrl}/dashboard/assistants/${assistantId}/knowledge`,
      })),
      ...(problem === null ? [] : [textPart(PROBLEMS[problem])]),
      ...unsaved.flatMap((asked) => [
        textPart(
          `Not saved: “${asked.question}”${asked.reason === null ? "" : `. ${asked.reason}`}`,
        ),
        answerLink(asked, "Answer in the dashboard", siteUrl),
      ]),
    ],
    reason: `You get this email because a reply to your weekly summary arrived at ${PRODUCT_NAME}.`,
  };
}

function shortened(text: string): string {
  return text.length <= MAX_SUBJECT_LENGTH ? text : `${beginningOf(text, MAX_SUBJECT_LENGTH)}…`;
}

function textPart(text: string): Part {
  return { kind: "text", text };
}
