/** What the visitor of a scenario writes or says to the assistant. */
import { askModel } from "../answers/language-model.ts";
import type { ChatMessage } from "../answers/language-model.ts";
import { quotedWords } from "../answers/quoted-words.ts";
import { systemPromptOf } from "../calls/assistant-for-call.ts";
import type { Endpoint } from "../endpoint.ts";
import type { SimulationEntry } from "../store/simulation-resources.ts";

/** Of one side. The vendor publishes no limit; this one ends a conversation in which both sides only thank. */
export const MAX_TURNS = 10;

export interface Tester {
  /** The visitor's next message, or null if the visitor has no more to say. */
  next(messages: readonly ChatMessage[], signal: AbortSignal): Promise<string | null>;
}

interface TesterOptions {
  isVoice: boolean;
}

export function createTester(
  entry: SimulationEntry,
  endpoint: Endpoint | undefined,
  options: TesterOptions,
): Tester {
  return endpoint === undefined ? scriptedTester(entry) : modelTester(entry, endpoint, options);
}

/** Without a model, the quoted words of the instructions are what the visitor says. */
function scriptedTester({ scenario }: SimulationEntry): Tester {
  const lines = linesIn(scenario.instructions);
  return {
    next: async (messages) => lines[messages.filter(({ role }) => role === "user").length] ?? null,
  };
}

export function linesIn(instructions: string): string[] {
  const quoted = quotedWords(instructions);
  const lines = quoted.length > 0 ? quoted : [instructions.trim()];
  return lines.filter((line) => line !== "").slice(0, MAX_TURNS);
}

const DONE = "[DONE]";

function modelTester(
  { scenario, personality }: SimulationEntry,
  endpoint: Endpoint,
  { isVoice }: TesterOptions,
): Tester {
  const task = [
    systemPromptOf(personality.assistant),
    `You are a visitor of a website and ${isVoice ? "speak with" : "write to"} its assistant. This is what you are there for:`,
    scenario.instructions,
    `${isVoice ? "Write what you say next" : "Write your next message"} alone, in one to three sentences. Never write as the assistant.`,
    `When you have what you came for, or when nothing is left to say, write ${DONE} alone.`,
  ];
  return {
    async next(messages, signal) {
      const system = { role: "system" as const, content: task.filter(Boolean).join("\n\n") };
      const begin = { role: "user" as const, content: "(The conversation is open. Begin.)" };
      const line = await askModel(endpoint, [system, begin, ...messages.flatMap(asSeenByTester)], {
        signal,
        maxTokens: MAX_LINE_TOKENS,
      });
      const said = line.replaceAll(DONE, "").trim();
      return said === "" ? null : said;
    },
  };
}

const MAX_LINE_TOKENS = 250;

/** The model's own messages are the visitor's. */
function asSeenByTester({ role, content }: ChatMessage): ChatMessage[] {
  if (role === "system") return [];
  return [{ role: role === "user" ? "assistant" : "user", content }];
}
