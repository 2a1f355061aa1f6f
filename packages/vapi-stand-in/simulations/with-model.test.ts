/** With a language model, the model plays the visitor and judges the conversation. */
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ChatMessage } from "../answers/language-model.ts";
import type { SimulationEntry, SimulationRunItem } from "../store/simulation-resources.ts";
import { evaluated } from "./evaluations.ts";
import { improvementsFor } from "./improvements.ts";
import { scenariosFor } from "./scenarios.ts";
import { createTester } from "./tester.ts";

let asked: ChatMessage[][];
let answers: string[];
let log: string[];
let close: () => Promise<void>;
let endpoint: { baseUrl: string; model: string };
const { signal } = new AbortController();

beforeEach(async () => {
  [asked, answers, log] = [[], [], []];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      asked.push((body as { messages: ChatMessage[] }).messages);
      const content = answers.shift() ?? "";
      response.end(JSON.stringify({ choices: [{ message: { content } }] }));
    });
  });
  endpoint = { baseUrl: `${await listen(server, 0)}/v1`, model: "small" };
  close = () => closeServer(server);
});
afterEach(() => close());

const reader = () => ({ endpoint, log: (line: string) => void log.push(line) });

const ENTRY: SimulationEntry = {
  type: "simulation",
  scenario: { name: "Hours", instructions: "Ask for the hours.", evaluations: [] },
  personality: {
    name: "Rude",
    assistant: {
      model: {
        ...{ provider: "openai", model: "small" },
        messages: [{ role: "system", content: "You are rude." }],
      },
    },
  },
};

test("[C31] a model writes as the visitor, until it has no more to say", async () => {
  const tester = createTester(ENTRY, endpoint, { isVoice: false });
  answers.push("When do you open?", "Bye. [DONE]", "[DONE]");
  expect(await tester.next([], signal)).toBe("When do you open?");
  const messages: ChatMessage[] = [
    { role: "user", content: "When do you open?" },
    { role: "assistant", content: "At nine." },
  ];
  expect(await tester.next(messages, signal)).toBe("Bye.");
  expect(await tester.next(messages, signal)).toBeNull();
  const [first, second] = asked;
  expect(first?.[0]?.content).toContain("You are rude.");
  expect(first?.[0]?.content).toContain("Ask for the hours.");
  // Its own lines are the model's, the assistant's are the user's.
  expect(second?.slice(2)).toEqual([
    { role: "assistant", content: "When do you open?" },
    { role: "user", content: "At nine." },
  ]);
});

test("[C31] a model judges the conversation, and what it cannot say has not passed", async () => {
  const plan = {
    structuredOutput: {
      ...{ name: "polite", description: "Whether it is polite" },
      schema: { type: "boolean" as const },
    },
    ...{ comparator: "!=" as const, value: true },
  };
  const rehearsal = {
    messages: [{ role: "bot" as const, message: "At nine.", time: 0, secondsFromStart: 0 }],
    nowMs: 0,
  };
  answers.push("false", "perhaps");
  expect(await evaluated(plan, rehearsal, reader())).toMatchObject({
    ...{ extractedValue: false, passed: true, required: true },
  });
  expect(await evaluated(plan, rehearsal, reader())).toMatchObject({
    ...{ extractedValue: null, passed: false },
    error: "The conversation does not have this value.",
  });
  expect(asked[0]?.[0]?.content).toContain("Whether it is polite");
  expect(log).toHaveLength(1);
});

const FAILED = {
  metadata: { assistant: ENTRY.personality.assistant },
  results: {
    evaluations: [
      {
        ...{ structuredOutputId: "inline", name: "hours", description: "Says “nine”" },
        ...{ schema: { type: "boolean" }, extractedValue: false, expectedValue: true },
        ...{ comparator: "=", passed: false, required: true },
      },
    ],
  },
} as unknown as SimulationRunItem;

test("[C32] a model suggests; what is not of the published type is replaced by what is derived", async () => {
  const improvements = {
    ...{ analysis: "The hours are missing.", toolSuggestions: [], scenarioSuggestions: [] },
    systemPromptSuggestions: [{ issue: "No hours", suggestion: "We open at nine." }],
  };
  answers.push("```json\n" + JSON.stringify(improvements) + "\n```", '{"analysis": 1}');
  expect(await improvementsFor(FAILED, reader(), signal)).toEqual(improvements);
  const derived = await improvementsFor(FAILED, reader(), signal);
  expect(derived.systemPromptSuggestions[0]?.suggestion).toContain("say “nine”");
  expect(derived.suggestedSystemPrompt).toMatch(/^You are rude\.\nWhen a visitor writes/);
  expect(log).toHaveLength(1);
});

test("[C33] a model writes scenarios; what is not of the published type is replaced by what is derived", async () => {
  const one = { name: "Hours", instructions: "Ask.", category: "happy_path", reasoning: "Known." };
  const generated = { scenarios: [one], coverageNotes: "One." };
  answers.push(JSON.stringify(generated), "no");
  const options = { ...reader(), signal };
  expect(await scenariosFor({}, "We open at nine.", options)).toEqual(generated);
  expect(asked[0]?.[1]?.content).toContain("We open at nine.");
  const derived = await scenariosFor({}, "We open at nine.", options);
  expect(derived.scenarios[0]?.name).toBe("When do you open?");
  expect(log).toHaveLength(1);
});
