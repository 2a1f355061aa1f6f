/** What the voice platform should find out about a call: https://docs.vapi.ai/assistants/structured-outputs */
import { type Infer, v } from "convex/values";
import type { Id } from "../_generated/dataModel";
import { type Finding, findingKey } from "../shared/findings";
import { asText } from "../vendors/vapiText";
import { finding, MOODS } from "./table";

/** Identifies our output in the report, because an inline output has no id that we know. */
export const OUTPUT_NAME = "Hark";

/** The name of the output and of the session that evaluate a typed conversation. At most 40 characters. */
export function evaluationName(callId: Id<"calls">): string {
  return `${OUTPUT_NAME} ${callId}`;
}

export function isOurOutput(name: unknown): boolean {
  return typeof name === "string" && (name === OUTPUT_NAME || name.startsWith(`${OUTPUT_NAME} `));
}

/** The part of JSON Schema that the platform's API describes. */
interface Schema {
  type: "object" | "array" | "string" | "number" | "boolean";
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: string[];
  format?: "email" | "date";
}

/** The settings of an assistant that the output depends on. */
export const structuredOutput = v.object({
  findings: v.array(finding),
  /** The owner's definition of success. If it is empty, the goal is used. */
  successWords: v.string(),
  assistantGoal: v.string(),
});
export type StructuredOutput = Infer<typeof structuredOutput>;

export function structuredOutputFor({ findings, successWords, assistantGoal }: StructuredOutput) {
  const success = asText(successWords === "" ? assistantGoal : successWords);
  const fields = findings.map((finding) => [findingKey(finding.label), schemaOf(finding)]);
  return {
    name: OUTPUT_NAME,
    type: "ai",
    description: "What the visitor said. Leave out whatever was not said.",
    schema: {
      type: "object",
      properties: {
        ...(fields.length === 0
          ? {}
          : { found: { type: "object", properties: Object.fromEntries(fields) as object } }),
        unanswered: {
          type: "array",
          description:
            "Each question of the visitor's that the assistant could not answer, in the visitor's words",
          items: { type: "string" },
        },
        mood: { type: "string", description: "How the visitor felt at the end", enum: [...MOODS] },
        language: {
          type: "string",
          description: "The language that the visitor spoke, as an ISO 639-1 code",
        },
        summary: { type: "string", description: "A summary of the call in two or three sentences" },
        success: {
          type: "boolean",
          description: `Whether the call was a success. It was one if this was reached: ${success}`,
        },
      },
    },
  };
}

function schemaOf({ label, kind, choices = [] }: Finding): Schema {
  const description = asText(label);
  switch (kind) {
    case "number":
      return { type: "number", description };
    case "yesNo":
      return { type: "boolean", description };
    case "choice":
      return { type: "string", description, enum: choices };
    case "email":
      return { type: "string", description, format: "email" };
    case "date":
      return { type: "string", description, format: "date" };
    case "phone":
      return { type: "string", description: `${description}, as digits, with a plus for abroad` };
    case "text":
      return { type: "string", description };
  }
}

/** The part of the prompt that tells the assistant what to ask for. */
export function promptForFindings(findings: Finding[]): string[] {
  const required = findings.filter(({ isRequired }) => isRequired);
  if (required.length === 0) return [];
  const names = required.map(({ label, choices }) =>
    choices === undefined ? label : `${label} (${choices.join(", ")})`,
  );
  return [
    `Find out before the conversation ends: ${names.join("; ")}. Ask for one at a time, for nothing that was said already, and do not insist.`,
  ];
}
