/** What an item's failed evaluations suggest for the assistant's prompt. */
import { askForJson } from "../answers/json-answer.ts";
import { stemsOf } from "../answers/word-stems.ts";
import { systemPromptOf } from "../calls/assistant-for-call.ts";
import type { OutputReader } from "../outputs/outputs.ts";
import { quotedClaim } from "../outputs/assistant-said.ts";
import type {
  Comparator,
  EvaluationResult,
  Improvements,
  SimulationRunItem,
} from "../store/simulation-resources.ts";

export async function improvementsFor(
  item: SimulationRunItem,
  { endpoint, log }: OutputReader,
  signal: AbortSignal,
): Promise<Improvements> {
  const failed = (item.results?.evaluations ?? []).filter(({ passed }) => !passed);
  if (endpoint === undefined || failed.length === 0) return derivedImprovements(item, failed);
  try {
    const request = {
      type: "SimulationRunItemImprovements",
      task: TASK,
      material: materialOf(item),
    };
    return (await askForJson(endpoint, request, signal)) as Improvements;
  } catch (error) {
    log(`The suggestions of the model could not be used: ${String(error)}`);
    return derivedImprovements(item, failed);
  }
}

const TASK =
  "You improve the system prompt of an assistant on a website. You read its prompt, a conversation, and the evaluations " +
  "of that conversation. Say why evaluations failed. Suggest additions to the prompt that make them pass, each one " +
  "sentence that can be added as it is, and write the whole revised prompt. Suggest only what the prompt and the " +
  "evaluations support.";

function materialOf({ metadata, results }: SimulationRunItem): string {
  return [
    `The system prompt:\n${systemPromptOf(metadata.assistant)}`,
    `The conversation:\n${metadata.call?.transcript ?? ""}`,
    `The evaluations:\n${JSON.stringify(results?.evaluations ?? [])}`,
  ].join("\n\n");
}

function derivedImprovements(item: SimulationRunItem, failed: EvaluationResult[]): Improvements {
  const { metadata, failureReason, results } = item;
  const systemPromptSuggestions = failed.map((evaluation) => ({
    issue: issueOf(evaluation),
    suggestion: suggestionFor(evaluation, visitorLines(item)),
  }));
  const count = results?.evaluations.length ?? 0;
  const analysis =
    failureReason ??
    (failed.length === 0
      ? "No evaluation failed."
      : `${failed.length} of ${count} evaluations failed: ${failed.map(({ name }) => name).join(", ")}.`);
  const additions = systemPromptSuggestions.map(({ suggestion }) => suggestion);
  const prompt = [systemPromptOf(metadata.assistant), ...additions].filter(Boolean).join("\n");
  return {
    ...{ analysis, systemPromptSuggestions, toolSuggestions: [], scenarioSuggestions: [] },
    ...(additions.length === 0 ? {} : { suggestedSystemPrompt: prompt }),
  };
}

function visitorLines({ metadata }: SimulationRunItem): string[] {
  const messages = metadata.call?.messages ?? [];
  return messages.filter(({ role }) => role === "user").map(({ content }) => content);
}

function issueOf({ name, comparator, expectedValue, extractedValue }: EvaluationResult): string {
  const found = extractedValue === null ? "not in the conversation" : String(extractedValue);
  return `${name} should be ${wordsOf(comparator)}${String(expectedValue)}, and is ${found}.`;
}

function wordsOf(comparator: Comparator): string {
  return {
    "=": "",
    "!=": "anything but ",
    ">": "more than ",
    "<": "less than ",
    ">=": "at least ",
    "<=": "at most ",
  }[comparator];
}

/** One sentence that can be added to a prompt: “When a visitor writes “…”, say “…”.” */
export function suggestionFor(evaluation: EvaluationResult, lines: string[]): string {
  const { name, description = evaluation.schema.description ?? name, expectedValue } = evaluation;
  const { comparator } = evaluation;
  const occasion = occasionFor(description, lines);
  const claim = claimOf(description);
  if (typeof expectedValue !== "boolean") {
    return `${occasion}, answer so that this is ${wordsOf(comparator)}“${String(expectedValue)}”: ${claim}.`;
  }
  const isWanted = expectedValue === (comparator === "=");
  const { quoted, isNegated } = quotedClaim(description);
  if (quoted.length === 0)
    return `${occasion}, make sure that this is ${isWanted ? "so" : "not so"}: ${claim}.`;
  const words = quoted.map((one) => `“${one}”`).join(" and ");
  return `${occasion}, ${isWanted === isNegated ? "do not say" : "say"} ${words}.`;
}

/** The visitor's line that shares most words with the description. */
function occasionFor(description: string, lines: string[]): string {
  const wanted = new Set(stemsOf(description));
  const shared = (line: string) => stemsOf(line).filter((stem) => wanted.has(stem)).length;
  const [line] = [...lines].sort((a, b) => shared(b) - shared(a));
  return line === undefined ? "When a visitor writes" : `When a visitor writes “${line}”`;
}

const FRAME = /^(?:return )?(?:true|false)?\s*(?:if|when|whether)?\s*/i;

function claimOf(description: string): string {
  return description
    .trim()
    .replace(FRAME, "")
    .replace(/[.\s]+$/, "");
}
