/** The assistant's answers: from a language model if one is configured, otherwise the best passage. */
import type { Endpoint } from "../endpoint.ts";
import { isLengthMark } from "../hearing/recognizer.ts";
import { askModel } from "./language-model.ts";
import type { ChatMessage } from "./language-model.ts";
import { indexPassages } from "./passages.ts";
import type { PassageIndex } from "./passages.ts";
import { factsOf } from "./prompt.ts";
import { APOLOGY, smallTalk } from "./small-talk.ts";
import { notedCalls } from "./noted-values.ts";
import type { NotedCall } from "./noted-values.ts";
import { canAsk, chooseTool, isValue } from "./tool-choice.ts";
import { toldReply } from "./told-replies.ts";
import { chooseByWish } from "./tool-wish.ts";
import type { CalledFunction } from "./tool-wish.ts";
import type { FunctionTool } from "../store/resources.ts";
import { wordsOf } from "./word-stems.ts";

export interface AssistantKnowledge {
  name: string;
  systemPrompt: string;
  /** The text of all files that the assistant may search. */
  text: string;
}

export interface Answer {
  text: string;
  source: "model" | "knowledge" | "prompt" | "small-talk" | "tool" | "none";
  /** What was found in the files. Missing if the answer does not use them. */
  lookup?: Lookup;
  /** Tools to call without waiting for their results. Missing if there are none. */
  noted?: NotedCall[];
  /** A tool to call first. It has the text that is said after its result. */
  called?: CalledFunction;
}

export interface Lookup {
  query: string;
  result: string;
}

export interface Answerer {
  /** The last of `messages` is what the visitor has just said. */
  answer(messages: ChatMessage[], signal: AbortSignal): Promise<Answer>;
}

export interface AnswererOptions {
  knowledge: AssistantKnowledge;
  /** The tools that a server answers. */
  tools?: FunctionTool[];
  endpoint: Endpoint | undefined;
  log: (line: string) => void;
}

// Below this, a shared word is a coincidence.
const MIN_COVERAGE = 0.34;
const PASSAGES_FOR_MODEL = 5;
// About a minute of speech.
const MAX_ANSWER_TOKENS = 250;

export function createAnswerer({
  knowledge,
  tools: all = [],
  endpoint,
  log,
}: AnswererOptions): Answerer {
  const tools = all.filter((tool) => !isForNotes(tool));
  const forNotes = all.filter(isForNotes);
  // Starts while the assistant speaks its first message, and ends before the visitor's first question.
  const library = indexPassages(knowledge.text);
  const facts = indexPassages(factsOf(knowledge.systemPrompt));

  const answerFromKnowledge = async (messages: ChatMessage[]): Promise<Answer> => {
    const question = messages.at(-1)?.content ?? "";
    if (isLengthMark(question)) return { text: NO_RECOGNIZER_REPLY, source: "none" };
    if (canAsk(tools) && isValue(question)) return { text: THANKS, source: "small-talk" };
    const told = toldReply(knowledge.systemPrompt, question);
    if (told !== null) return { text: told, source: "prompt" };
    const reply = smallTalk(question, knowledge.name);
    if (reply !== null) return { text: reply, source: "small-talk" };
    // "What does Hark cost?" is about the cost. "What is Hark?" is about Hark.
    for (const words of [withoutName(question, knowledge.name), question]) {
      const known = bestPassage(await library, words);
      if (known !== null) {
        return { text: known, source: "knowledge", lookup: { query: question, result: known } };
      }
      const fact =
        bestPassage(await facts, words) ??
        bestPassage(await indexPassages(addedFacts(messages)), words);
      if (fact !== null) return { text: fact, source: "prompt" };
    }
    return { text: APOLOGY, source: "none" };
  };

  const answerOnly = async (messages: ChatMessage[], signal: AbortSignal): Promise<Answer> => {
    const question = messages.at(-1)?.content ?? "";
    const called = chooseTool(question, tools) ?? chooseByWish(messages, tools);
    if (called !== null) return { text: "", source: "tool", called };
    if (endpoint === undefined) return await answerFromKnowledge(messages);
    try {
      const found = (await library).search(question, PASSAGES_FOR_MODEL);
      const passages = found.map(({ text }) => text);
      const system = withPassages(knowledge.systemPrompt, passages);
      const text = await askModel(endpoint, [{ role: "system", content: system }, ...messages], {
        signal,
        maxTokens: MAX_ANSWER_TOKENS,
      });
      if (passages.length === 0) return { text, source: "model" };
      return { text, source: "model", lookup: { query: question, result: passages.join("\n") } };
    } catch (error) {
      if (signal.aborted) throw error;
      log(`The answer endpoint failed, so the best passage answers: ${String(error)}`);
      return await answerFromKnowledge(messages);
    }
  };

  return {
    async answer(messages, signal) {
      const answer = await answerOnly(messages, signal);
      const question = messages.at(-1)?.content ?? "";
      const noted = notedCalls(question, forNotes);
      if (noted.length === 0) return answer;
      // Whoever tells something, and asks nothing, wants no passage that has the same words.
      const isTold = answer.source === "none" || answer.source === "prompt";
      if (!isTold || question.includes("?")) return { ...answer, noted };
      return { text: THANKS, source: "tool", noted };
    },
  };
}

/** Whether it is used in passing, with whatever the visitor says. A model reads that in the description. */
function isForNotes({ async: isAsync, function: { description = "" } }: FunctionTool): boolean {
  return isAsync === true || /^writes down\b/i.test(description);
}

const THANKS = "Thank you, I have written it down.";
const NO_RECOGNIZER_REPLY =
  "I can hear that you are speaking, but this machine has no speech recognizer, so I cannot tell what you say.";

/** The facts of system messages that were added to the conversation, except for the one to answer now. */
function addedFacts(messages: ChatMessage[]): string {
  const added = messages.slice(0, -1).filter(({ role }) => role === "system");
  return factsOf(added.map(({ content }) => content).join("\n"));
}

function withoutName(question: string, name: string): string {
  const words = ` ${wordsOf(question).join(" ")} `;
  return words.replaceAll(` ${wordsOf(name).join(" ")} `, " ");
}

function bestPassage(index: PassageIndex, question: string): string | null {
  const [best] = index.search(question, 1);
  return best !== undefined && best.coverage >= MIN_COVERAGE ? best.text : null;
}

function withPassages(systemPrompt: string, passages: string[]): string {
  if (passages.length === 0) return systemPrompt;
  return `${systemPrompt}\n\nWhat the knowledge base says about this:\n${passages.join("\n")}`;
}
