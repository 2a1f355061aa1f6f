/** What the assistant says next: a language model's words where one is configured, else the best passage. */
import type { Endpoint } from "../endpoint.ts";
import { isMark } from "../hearing/recognizer.ts";
import { askModel } from "./language-model.ts";
import type { ChatMessage } from "./language-model.ts";
import { indexPassages } from "./passages.ts";
import type { PassageIndex } from "./passages.ts";
import { factsOf } from "./prompt.ts";
import { purposeOf } from "./purpose.ts";
import { apology, smallTalk } from "./small-talk.ts";
import type { Persona } from "./small-talk.ts";

export interface AssistantKnowledge {
  name: string;
  systemPrompt: string;
  /** The text of all files that the assistant may search. */
  text: string;
}

export interface Answer {
  text: string;
  source: "model" | "knowledge" | "prompt" | "small-talk" | "none";
}

export interface Answerer {
  /** The last of `messages` is what the visitor has just said. */
  answer(messages: ChatMessage[], signal: AbortSignal): Promise<Answer>;
}

export interface AnswererOptions {
  knowledge: AssistantKnowledge;
  endpoint: Endpoint | undefined;
  log: (line: string) => void;
}

// Below this a passage shares some word with the question by chance.
const LEAST_COVERAGE = 0.34;
const PASSAGES_FOR_MODEL = 5;
// An answer is spoken: a minute of it is more than anybody listens to.
const LONGEST_ANSWER_TOKENS = 250;

export function createAnswerer({ knowledge, endpoint, log }: AnswererOptions): Answerer {
  const persona: Persona = { name: knowledge.name, purpose: purposeOf(knowledge.systemPrompt) };
  // Begun here, while the assistant says its first words, and done by the visitor's first question.
  const library = indexPassages(knowledge.text);
  const facts = indexPassages(factsOf(knowledge.systemPrompt));

  const lookUp = async (question: string): Promise<Answer> => {
    if (isMark(question)) return { text: UNHEARD, source: "none" };
    const politeness = smallTalk(question, persona);
    if (politeness !== null) return { text: politeness, source: "small-talk" };
    const known = bestPassage(await library, question);
    if (known !== null) return { text: known, source: "knowledge" };
    const fact = bestPassage(await facts, question);
    if (fact !== null) return { text: fact, source: "prompt" };
    return { text: apology(persona), source: "none" };
  };

  return {
    async answer(messages, signal) {
      const question = messages.at(-1)?.content ?? "";
      if (endpoint === undefined) return await lookUp(question);
      try {
        const found = (await library).search(question, PASSAGES_FOR_MODEL);
        const passages = found.map(({ text }) => text);
        const system = withPassages(knowledge.systemPrompt, passages);
        const text = await askModel(endpoint, [{ role: "system", content: system }, ...messages], {
          signal,
          maxTokens: LONGEST_ANSWER_TOKENS,
        });
        return { text, source: "model" };
      } catch (error) {
        if (signal.aborted) throw error;
        log(`The answer endpoint failed, so the best passage answers: ${String(error)}`);
        return await lookUp(question);
      }
    },
  };
}

const UNHEARD =
  "I can hear that you are speaking, but this machine has no speech recognizer, so I cannot tell what you say.";

function bestPassage(index: PassageIndex, question: string): string | null {
  const [best] = index.search(question, 1);
  return best !== undefined && best.coverage >= LEAST_COVERAGE ? best.text : null;
}

function withPassages(systemPrompt: string, passages: string[]): string {
  if (passages.length === 0) return systemPrompt;
  return `${systemPrompt}\n\nWhat the knowledge base says about this:\n${passages.join("\n")}`;
}
