import { PRODUCT_NAME } from "../../shared/productName";
import { countOf } from "./format";
import type { Letter, Part } from "./letter";
import { plain, withoutLinks } from "./plainText";
import type { Message, NightlyFinding } from "./table";

type NightlyCheck = Extract<Message, { template: "nightlyCheck" }>;

const TITLES = {
  changed: "The answer has changed:",
  vanished: "The question is no longer answered:",
  contradicts: "The answer contradicts the opening hours:",
} as const;

/** Which of the most asked questions an assistant answers differently. */
export function nightlyLetter(check: NightlyCheck, siteUrl: string): Letter {
  const { assistantId, assistantName, findings } = check;
  const name = withoutLinks(assistantName);
  return {
    subject: `${countOf(findings.length, "answer")} of ${name} to check`,
    preview: plain(`“${findings[0]?.question ?? ""}”`),
    parts: [
      textPart(
        `Last night we asked your assistant ${name} again what its visitors ask most. Please look at this:`,
      ),
      ...findings.flatMap(findingParts),
      {
        kind: "link",
        label: "Open the assistant's knowledge",
        address: `${siteUrl}/dashboard/assistants/${assistantId}/knowledge`,
      },
    ],
    reason: `You get this email because an answer of an assistant in your ${PRODUCT_NAME} account needs a look. If nothing has changed, we do not write.`,
  };
}

function findingParts({ kind, question, before, now }: NightlyFinding): Part[] {
  return [
    textPart(`${TITLES[kind]} “${question}”`),
    ...(before === null ? [] : [textPart(`Before: ${before}`)]),
    textPart(`Now: ${now ?? "No answer."}`),
  ];
}

function textPart(text: string): Part {
  return { kind: "text", text: plain(text) };
}
