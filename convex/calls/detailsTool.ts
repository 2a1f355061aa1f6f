/** The tool with which an assistant notes what the visitor has said of the things to find out. */
import { type Finding, type FindingKind, findingKey } from "../shared/findings";

export const DETAILS_TOOL = "note_details";

const HINTS: Record<FindingKind, string> = {
  text: "In the visitor's words, and short.",
  number: "A number.",
  yesNo: "Yes or no.",
  choice: "One of these values.",
  email: "An email address.",
  phone: "A phone number.",
  date: "A day, as the visitor said it.",
};

/** Only these are shown to visitors, because the assistant asks for them anyway. The others are the owner's own notes. */
export function askedFindings(findings: Finding[]): Finding[] {
  return findings.filter(({ isRequired }) => isRequired);
}

/**
 * In the platform's format, `CreateFunctionToolDTO`. The assistant does not wait for an `async` tool, and says nothing about
 * it: `ToolMessageStart` in https://github.com/VapiAI/docs/blob/main/fern/apis/api/openapi.json. A typed answer waits, so
 * that it brings what it has noted. Empty without anything to ask for.
 */
export function detailsTools(findings: Finding[], channel: "voice" | "text"): object[] {
  const asked = askedFindings(findings);
  if (asked.length === 0) return [];
  return [
    {
      type: "function",
      async: channel === "voice",
      function: {
        name: DETAILS_TOOL,
        description:
          "Writes down what the visitor has said, on a card that the visitor sees. Use it each time the visitor gives or " +
          "changes one of these values, with what is new. Never guess a value, and do not mention the card.",
        parameters: {
          type: "object",
          properties: Object.fromEntries(
            asked.map((finding) => [findingKey(finding.label), propertyOf(finding)]),
          ),
        },
      },
    },
  ];
}

function propertyOf({ label, kind, choices = [] }: Finding) {
  const type = kind === "number" ? "number" : kind === "yesNo" ? "boolean" : "string";
  const options = kind === "choice" ? { enum: choices } : {};
  return { type, description: `${label}. ${HINTS[kind]}`, ...options };
}
