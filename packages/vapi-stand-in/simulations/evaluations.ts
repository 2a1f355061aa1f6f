/** Judges a conversation by the structured outputs of its scenario. */
import { resultOf } from "../outputs/outputs.ts";
import type { OutputReader } from "../outputs/outputs.ts";
import type { CallMessage, StructuredOutput } from "../store/resources.ts";
import type {
  Comparator,
  EvaluationPlanItem,
  EvaluationResult,
  Primitive,
} from "../store/simulation-resources.ts";

/** A structured output of an evaluation has no id of its own. */
const INLINE = "inline";

export interface Rehearsal {
  messages: CallMessage[];
  nowMs: number;
}

export async function evaluated(
  { structuredOutput, comparator, value, required = true }: EvaluationPlanItem,
  rehearsal: Rehearsal,
  reader: OutputReader,
): Promise<EvaluationResult> {
  const { name, description, schema } = structuredOutput;
  const conversation = { ...rehearsal, unanswered: [], answeredTurns: 0 };
  const found = await resultOf(described(structuredOutput), conversation, {
    ...reader,
    speaker: "bot",
  });
  const extractedValue = (found ?? null) as Primitive | null;
  return {
    structuredOutputId: INLINE,
    name,
    ...(description === undefined ? {} : { description }),
    schema,
    extractedValue,
    expectedValue: value,
    comparator,
    passed: extractedValue !== null && isTrue(extractedValue, comparator, value),
    required,
    ...(extractedValue === null ? { error: "The conversation does not have this value." } : {}),
  };
}

/** Of three places that may say what is looked for, the first one counts. */
function described({ name, description, schema }: StructuredOutput): StructuredOutput {
  const words = schema.description ?? description ?? name.replaceAll(/[_-]+/g, " ");
  return { name, description: words, schema: { ...schema, description: words } };
}

export function isTrue(one: Primitive, comparator: Comparator, other: Primitive): boolean {
  switch (comparator) {
    case "=":
      return one === other;
    case "!=":
      return one !== other;
    case ">":
      return one > other;
    case "<":
      return one < other;
    case ">=":
      return one >= other;
    case "<=":
      return one <= other;
  }
}

/** The comparators that the document allows for a type of value. Null for a type that is no single value. */
export function comparatorsOf(type: string | undefined): Comparator[] | null {
  if (type === "boolean" || type === "string") return ["=", "!="];
  if (type === "number" || type === "integer") return ["=", "!=", ">", "<", ">=", "<="];
  return null;
}
