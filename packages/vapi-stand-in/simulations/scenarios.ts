/** Scenarios to rehearse an assistant with, made from its prompt and its files. */
import { askForJson } from "../answers/json-answer.ts";
import { factsOf } from "../answers/prompt.ts";
import { sentencesOf } from "../answers/sentences.ts";
import { stemsOf } from "../answers/word-stems.ts";
import { systemPromptOf } from "../calls/assistant-for-call.ts";
import type { OutputReader } from "../outputs/outputs.ts";
import type { AssistantConfig } from "../store/resources.ts";
import type { GeneratedScenarios } from "../store/simulation-resources.ts";
import { questionAbout } from "./question-about.ts";

type Scenario = GeneratedScenarios["scenarios"][number];

const MAX_KNOWN = 3;
const MAX_KNOWLEDGE_CHARACTERS = 20_000;
const MAX_NAME_CHARACTERS = 80;

export async function scenariosFor(
  assistant: AssistantConfig,
  knowledge: string,
  { endpoint, log, signal }: OutputReader & { signal: AbortSignal },
): Promise<GeneratedScenarios> {
  const prompt = systemPromptOf(assistant);
  const text = knowledge.slice(0, MAX_KNOWLEDGE_CHARACTERS);
  if (endpoint === undefined) return derivedScenarios(prompt, text);
  try {
    const material = `The system prompt:\n${prompt}\n\nThe knowledge:\n${text}`;
    const request = { type: "GenerateScenariosResponse", task: TASK, material };
    return (await askForJson(endpoint, request, signal)) as GeneratedScenarios;
  } catch (error) {
    log(`The scenarios of the model could not be used: ${String(error)}`);
    return derivedScenarios(prompt, text);
  }
}

const TASK =
  "You write scenarios that test an assistant on a website. In each one a tester plays a visitor. The instructions tell " +
  "the tester what to ask and when to stop. Cover a question that the prompt answers, one that it does not answer, and " +
  "a visitor with another language.";

function derivedScenarios(prompt: string, knowledge: string): GeneratedScenarios {
  const known = [factsOf(prompt), knowledge].flatMap((text) =>
    text.split("\n").flatMap((line) => sentencesOf(line)),
  );
  const questions = known.flatMap((fact) => {
    const question = questionAbout(fact);
    return question === null ? [] : [{ fact, question }];
  });
  const unique = questions.filter(
    ({ question }, at) => questions.findIndex((one) => one.question === question) === at,
  );
  const answered = unique.slice(0, MAX_KNOWN).map(({ fact, question }): Scenario => ({
    name: nameOf(question),
    instructions: instructionsFor(question),
    category: "happy_path",
    reasoning: `The assistant knows the answer: ${fact}`,
  }));
  const scenarios = [...answered, unansweredScenario(`${prompt}\n${knowledge}`), FOREIGN];
  return { scenarios, coverageNotes: coverageNotes(answered.length) };
}

/** The tester of the local platform says what is quoted. */
function instructionsFor(question: string): string {
  return `You are a visitor of the website. Ask “${question}” Then say “Thank you, goodbye.”`;
}

function nameOf(question: string): string {
  return question.slice(0, MAX_NAME_CHARACTERS);
}

const UNUSUAL = [
  "Do you sell gift vouchers?",
  "May I bring my dog?",
  "Do you ship to Iceland?",
  "Is there a student discount?",
];

/** The first question of the list of which the assistant knows no word. */
function unansweredScenario(known: string): Scenario {
  const stems = new Set(stemsOf(known));
  const isUnknown = (question: string) => stemsOf(question).every((stem) => !stems.has(stem));
  const question = UNUSUAL.find(isUnknown) ?? "What is the middle name of your founder's aunt?";
  return {
    name: nameOf(question),
    instructions: instructionsFor(question),
    category: "failure_mode",
    reasoning: "The assistant does not know the answer. It should say so, and invent nothing.",
  };
}

const FOREIGN: Scenario = {
  name: "A visitor writes in Spanish",
  instructions:
    "You are a visitor of the website who speaks Spanish alone. Ask “Hola, ¿habla usted español?” Then say “Gracias, adiós.”",
  category: "edge_case",
  reasoning: "Visitors may write in a language that the assistant's prompt does not mention.",
};

function coverageNotes(answered: number): string {
  const known =
    answered === 0 ? "No fact was found to ask about." : `${answered} of its facts are asked for.`;
  return `${known} One question has no answer, and one visitor writes in another language.`;
}
