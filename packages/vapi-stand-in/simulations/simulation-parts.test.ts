/** What a simulation does without a language model: the visitor's lines, comparisons, suggestions and scenarios. */
import { expect, test } from "vitest";
import type { EvaluationResult, SimulationRunItem } from "../store/simulation-resources.ts";
import { isTrue } from "./evaluations.ts";
import { improvementsFor, suggestionFor } from "./improvements.ts";
import { questionAbout } from "./question-about.ts";
import { scenariosFor } from "./scenarios.ts";
import { linesIn, MAX_TURNS } from "./tester.ts";

const NO_MODEL = { endpoint: undefined, log: () => undefined };
const { signal } = new AbortController();

test("[C31] a visitor says what the instructions quote, at most ten lines, or the instructions themselves", () => {
  expect(linesIn('Say “Hello.” Then ask "When?", and end with «Adiós».')).toEqual([
    ...["Hello.", "When?", "Adiós"],
  ]);
  expect(linesIn(" Ask for the price. ")).toEqual(["Ask for the price."]);
  expect(linesIn("“again” ".repeat(MAX_TURNS + 2))).toHaveLength(MAX_TURNS);
});

test.each([
  [true, "=", true, true],
  [true, "!=", true, false],
  ["nine", "=", "ten", false],
  [4, ">", 3, true],
  [3, ">", 3, false],
  [3, ">=", 3, true],
  [4, "<", 3, false],
  [3, "<=", 3, true],
  ["3", "=", 3, false],
] as const)("[C31] %s %s %s is %s", (one, comparator, other, result) => {
  expect(isTrue(one, comparator, other)).toBe(result);
});

function evaluation(description: string, more: Partial<EvaluationResult> = {}): EvaluationResult {
  return {
    ...{ structuredOutputId: "inline", name: "check", description, schema: { type: "boolean" } },
    ...{ extractedValue: false, expectedValue: true, comparator: "=", passed: false },
    required: true,
    ...more,
  };
}

const LINES = ["Hello", "When do you open on Sundays?"];
const OCCASION = "When a visitor writes “When do you open on Sundays?”";

test.each([
  ["The assistant says “closed” on Sundays.", {}, `${OCCASION}, say “closed”.`],
  ["The assistant does not say “open” on Sundays.", {}, `${OCCASION}, do not say “open”.`],
  [
    "The assistant says “open” on Sundays.",
    { expectedValue: false },
    `${OCCASION}, do not say “open”.`,
  ],
  [
    "Return true if the assistant explains Sundays.",
    {},
    `${OCCASION}, make sure that this is so: the assistant explains Sundays.`,
  ],
  [
    "The price on Sundays",
    { expectedValue: 4, comparator: "<=" as const },
    `${OCCASION}, answer so that this is at most “4”: The price on Sundays.`,
  ],
])("[C32] of “%s” comes a sentence for the prompt", (description, more, sentence) => {
  expect(suggestionFor(evaluation(description, more), LINES)).toBe(sentence);
});

test("[C32] an item that failed without evaluations says why, and suggests nothing", async () => {
  const item = {
    failureReason: "There is no assistant.",
    metadata: { assistant: {} },
  } as unknown as SimulationRunItem;
  expect(await improvementsFor(item, NO_MODEL, signal)).toEqual({
    ...{ analysis: "There is no assistant.", systemPromptSuggestions: [] },
    ...{ toolSuggestions: [], scenarioSuggestions: [] },
  });
});

test.each([
  ["We open at nine on weekdays.", "When do you open?"],
  ["We are closed on Tuesdays.", "When are you closed?"],
  ["We repair bicycles.", "What do you repair?"],
  ["Parking is free.", "What can you tell me about Parking?"],
  ["The bakery was founded by Ada.", "What can you tell me about the bakery?"],
  ["Our shop has two rooms.", "What can you tell me about your shop?"],
  ["We are friendly.", null],
  ["Good bread every day.", null],
])("[C33] %s answers %s", (sentence, question) => {
  expect(questionAbout(sentence)).toBe(question);
});

test("[C33] scenarios ask for at most three facts of the prompt and the files, and for something unknown", async () => {
  const content =
    "You are Rosie. We open at nine. We are closed on Tuesdays. Gift vouchers are gone.";
  const assistant = {
    model: { provider: "openai", model: "small", messages: [{ role: "system", content }] },
  };
  const knowledge = "Parking is free.\nWe open at ten.";
  const { scenarios, coverageNotes } = await scenariosFor(assistant, knowledge, {
    ...NO_MODEL,
    signal,
  });
  expect(scenarios.map(({ name, category }) => `${category}: ${name}`)).toEqual([
    "happy_path: When do you open?",
    "happy_path: When are you closed?",
    "happy_path: What can you tell me about Gift vouchers?",
    "failure_mode: May I bring my dog?",
    "edge_case: A visitor writes in Spanish",
  ]);
  expect(linesIn(scenarios[0]?.instructions ?? "")).toEqual([
    ...["When do you open?", "Thank you, goodbye."],
  ]);
  expect(coverageNotes).toContain("3 of its facts");
  const { scenarios: few } = await scenariosFor({}, "", { ...NO_MODEL, signal });
  expect(few.map(({ category }) => category)).toEqual(["failure_mode", "edge_case"]);
});
