/** Structured outputs of a finished call or session: made by a model, or parsed from its text. */
import { unfenced } from "../answers/json-answer.ts";
import { askModel } from "../answers/language-model.ts";
import { transcriptOf } from "../calls/dialogue.ts";
import type { Endpoint } from "../endpoint.ts";
import { faultsOf } from "../published/faults.ts";
import type { Artifact, StructuredOutput } from "../store/resources.ts";
import { extractOutput, type Conversation, type Speaker } from "./extract-output.ts";
import type { PlannedOutput } from "./planned-outputs.ts";

export interface OutputReader {
  endpoint: Endpoint | undefined;
  log: (line: string) => void;
  /** Whose words are read without a model: the visitor's unless it says otherwise. */
  speaker?: Speaker;
}

export async function outputsOf(
  structuredOutputs: PlannedOutput[],
  { minMessages, ...conversation }: Conversation & { minMessages: number },
  reader: OutputReader,
): Promise<Pick<Artifact, "structuredOutputs" | "skippedStructuredOutputs">> {
  if (structuredOutputs.length === 0) return {};
  const spokenMessages = conversation.messages.filter(({ role }) => role !== "system");
  if (spokenMessages.length < minMessages) {
    const unmetCondition = { type: "minMessages", count: minMessages } as const;
    return {
      skippedStructuredOutputs: byId(structuredOutputs, ({ name }) => ({ name, unmetCondition })),
    };
  }
  const results = await Promise.all(
    structuredOutputs.map(async (output) => await resultOf(output, conversation, reader)),
  );
  return {
    structuredOutputs: byId(structuredOutputs, ({ name }, at) => ({ name, result: results[at] })),
  };
}

function byId<T>(
  outputs: PlannedOutput[],
  toEntry: (output: PlannedOutput, at: number) => T,
): Record<string, T> {
  return Object.fromEntries(outputs.map((output, at) => [output.id, toEntry(output, at)]));
}

/** Null if the model failed, as at the vendor. */
export async function resultOf(
  output: StructuredOutput,
  conversation: Conversation,
  { endpoint, log, speaker }: OutputReader,
): Promise<unknown> {
  if (endpoint === undefined) return extractOutput(output.schema, conversation, speaker);
  try {
    const result = JSON.parse(await requestOutput(output, conversation, endpoint)) as unknown;
    const faults = faultsOf(output.schema, result);
    if (faults.length > 0) throw new Error(faults.join("; "));
    return result;
  } catch (error) {
    log(`The output ${output.name} could not be made: ${String(error)}`);
    return null;
  }
}

async function requestOutput(
  { description = "", schema }: StructuredOutput,
  { messages, nowMs }: Conversation,
  endpoint: Endpoint,
): Promise<string> {
  const task = [
    "You read what was said in a call and answer with JSON alone, without marks around it.",
    description,
    `It is ${new Date(nowMs).toISOString()}. Write dates as YYYY-MM-DD. The JSON has this schema:`,
    JSON.stringify(schema),
  ];
  const answer = await askModel(
    endpoint,
    [
      { role: "system", content: task.join("\n") },
      { role: "user", content: transcriptOf(messages) },
    ],
    { signal: new AbortController().signal, maxTokens: MAX_RESULT_TOKENS },
  );
  return unfenced(answer);
}

const MAX_RESULT_TOKENS = 1_500;
