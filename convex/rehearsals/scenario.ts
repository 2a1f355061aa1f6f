/**
 * Rehearsals in the platform's format, and its results in ours: `CreateSimulationRunDTO` and `SimulationRunItem` in
 * https://github.com/VapiAI/docs/blob/main/fern/apis/api/openapi.json
 */
import { fieldsOf } from "../lib/fields";
import {
  MAX_LINE_LENGTH,
  MAX_LINES,
  type RehearsalState,
  UNCLEAR_REASONS,
} from "../shared/rehearsals";
import { beginningOf } from "../shared/wellFormed";
import { asText } from "../vendors/vapiText";
import type { Answer } from "../vendors/vapiAnswers";
import type { LanguageModel } from "../vendors/vapiModel";
import type { Check, RehearsalContent, RehearsedLine } from "./table";

/** The platform's limit. */
const MAX_NAME_LENGTH = 80;

const WRITING_TESTER_PROMPT =
  "You play a visitor of a website who writes to its assistant. You are told what the visitor is like, what happens, or " +
  "what they want. Stay in this role and write one short message at a time, as people type. What is in quotation marks, write literally. Write in the " +
  "language of the description unless it names another. Never help the assistant, and never say that this is a test. " +
  "End the conversation when the matter is settled, and after six messages at the latest.";

const SPEAKING_TESTER_PROMPT =
  "You play a visitor of a website who speaks with its assistant by voice. You are told what the visitor is like, what happens, or " +
  "what they want. Stay in this role, let the assistant finish, and say one or two short sentences at a time, as people talk, without lists or markup. " +
  "What is in quotation marks, say literally. Speak the language of the description unless it names another. Never help the assistant, and never " +
  "say that this is a test. End the conversation when the matter is settled, and after speaking six times at the latest.";

/** The longest conversation by voice. Both sides are paid for by time. */
const MAX_VOICE_SECONDS = 5 * 60;
/** The result has what was said, so nothing of it needs to be kept as sound. */
const NO_RECORDING = { recordingEnabled: false, videoRecordingEnabled: false };

/** What an action answers in a rehearsal, in which nothing may happen outside. */
const ACTION_ANSWER =
  "This is a rehearsal, in which nothing is really done. Go on as if it had worked.";

export interface Rehearsed {
  assistant: object;
  variableValues: Record<string, string>;
  /** The names of the tools that would do something. */
  toolNames: string[];
  languageModel: LanguageModel;
  /** The tester's voice and transcriber. Null if it writes. */
  testerVoice: object | null;
}

/** A rehearsal with our id of its result, by which the platform's item is found. */
export interface Waiting {
  resultId: string;
  rehearsal: RehearsalContent;
}

export function simulationRun(
  waiting: Waiting[],
  { assistant, variableValues, toolNames, languageModel, testerVoice }: Rehearsed,
) {
  const content = testerVoice === null ? WRITING_TESTER_PROMPT : SPEAKING_TESTER_PROMPT;
  const model = { ...languageModel, messages: [{ role: "system", content }] };
  const tester = { model, ...testerVoice };
  const limits = { maxDurationSeconds: MAX_VOICE_SECONDS, artifactPlan: NO_RECORDING };
  return {
    simulations: waiting.map(({ resultId, rehearsal }) => ({
      type: "simulation",
      scenario: {
        name: beginningOf(`${resultId} ${rehearsal.situation}`, MAX_NAME_LENGTH),
        instructions: asText(rehearsal.situation),
        evaluations: [
          ...rehearsal.must.map((text, index) => evaluation("must", index, text)),
          ...rehearsal.mustNot.map((text, index) => evaluation("mustNot", index, text)),
        ],
        targetOverrides: { variableValues },
        toolMocks: toolNames.map((toolName) => ({
          toolName,
          result: ACTION_ANSWER,
          enabled: true,
        })),
      },
      personality: { name: "Visitor", assistant: tester },
    })),
    // Without a server, so that the platform reports nothing of a rehearsal's call to us as if it were a visitor's.
    target: {
      type: "assistant",
      assistant: testerVoice === null ? assistant : { ...assistant, ...limits },
    },
    iterations: 1,
    transport: { provider: testerVoice === null ? "vapi.webchat" : "vapi.websocket" },
  };
}

function evaluation(kind: Check["kind"], index: number, text: string) {
  const words = asText(text);
  return {
    structuredOutput: {
      name: outputName(kind, index),
      type: "ai",
      description: `Return true if this happened in the conversation, and false otherwise: ${words}`,
      schema: { type: "boolean", description: words },
    },
    comparator: "=",
    value: kind === "must",
    required: true,
  };
}

function outputName(kind: Check["kind"], index: number): string {
  return `${kind} ${index + 1}`;
}

/** An item has a snapshot of its scenario. */
export function itemFor(items: Answer[], resultId: string): Answer | undefined {
  return items.find((item) => {
    const { name } = fieldsOf(fieldsOf(item.metadata).scenario);
    return typeof name === "string" && name.split(" ")[0] === resultId;
  });
}

export interface ReadItem {
  state: RehearsalState;
  checks: Check[];
  lines: RehearsedLine[];
  reason: string | null;
  averageAnswerMs?: number;
}

const UNDERWAY: Partial<Record<string, RehearsalState>> = {
  queued: "waiting",
  running: "running",
  evaluating: "running",
};

/** A conversation that was held and could not be judged is unclear, like one that could not be held. */
export function readItem(item: unknown, { must, mustNot }: RehearsalContent): ReadItem {
  const { status, metadata, results, failureReason } = fieldsOf(item);
  const { messages, transcript } = fieldsOf(fieldsOf(metadata).call);
  const lines = linesIn(messages, transcript);
  const { evaluations, latencyMetrics } = fieldsOf(results);
  const timing = averageAnswerIn(latencyMetrics);
  const found = Array.isArray(evaluations) ? evaluations.map(fieldsOf) : [];
  const checks = [
    ...must.map((text, index) => readCheck(found, "must", index, text)),
    ...mustNot.map((text, index) => readCheck(found, "mustNot", index, text)),
  ];
  const underway = UNDERWAY[String(status)];
  if (underway !== undefined) return { state: underway, checks: [], lines, reason: null };
  if (checks.every(({ isMet }) => isMet === true)) {
    return { state: "passed", checks, lines, reason: null, ...timing };
  }
  if (checks.some(({ isMet }) => isMet === false)) {
    return { state: "failed", checks, lines, reason: null, ...timing };
  }
  const told = typeof failureReason === "string" ? failureReason.trim() : "";
  return { state: "unclear", checks, lines, reason: told || UNCLEAR_REASONS.platform, ...timing };
}

/** The platform measures only conversations by voice. */
function averageAnswerIn(latencyMetrics: unknown): Pick<ReadItem, "averageAnswerMs"> {
  const { avgTurn } = fieldsOf(latencyMetrics);
  if (typeof avgTurn !== "number" || !(avgTurn > 0 && avgTurn < MAX_VOICE_SECONDS * 1000))
    return {};
  return { averageAnswerMs: avgTurn };
}

function readCheck(
  found: Record<string, unknown>[],
  kind: Check["kind"],
  index: number,
  text: string,
): Check {
  const name = outputName(kind, index);
  const { extractedValue } = found.find((one) => one.name === name) ?? {};
  const happened = typeof extractedValue === "boolean" ? extractedValue : null;
  return { kind, text, isMet: happened === null ? null : happened === (kind === "must") };
}

/** The messages are in OpenAI's format. The transcript is only documented as a text. */
function linesIn(messages: unknown, transcript: unknown): RehearsedLine[] {
  const list = Array.isArray(messages) ? messages.map(fieldsOf) : [];
  const said = list.flatMap(({ role, content }): RehearsedLine[] => {
    if (role !== "user" && role !== "assistant") return [];
    if (typeof content !== "string" || content.trim() === "") return [];
    return [{ role, text: beginningOf(content.trim(), MAX_LINE_LENGTH) }];
  });
  if (said.length > 0 || typeof transcript !== "string") return said.slice(0, MAX_LINES);
  return transcript
    .split("\n")
    .flatMap((line): RehearsedLine[] => {
      const [, who, text = ""] = /^(User|AI|Assistant): ?(.*)$/.exec(line) ?? [];
      if (who === undefined || text.trim() === "") return [];
      const role = who === "User" ? "user" : "assistant";
      return [{ role, text: beginningOf(text.trim(), MAX_LINE_LENGTH) }];
    })
    .slice(0, MAX_LINES);
}
