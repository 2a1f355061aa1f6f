import { expect, test } from "vitest";
import { itemFor, readItem, simulationRun } from "./scenario";

const REHEARSAL = {
  situation: "asks for Saturday's hours",
  must: ["says when it is open"],
  mustNot: ["makes up a price"],
  isCondition: false,
};
const REHEARSED = {
  assistant: { name: "Ada" },
  variableValues: { openingHours: "Open now." },
  toolNames: ["look_up_order"],
  languageModel: { provider: "openai", model: "gpt-4.1-mini" },
};

const evaluated = (name: string, extractedValue: unknown) => ({ name, extractedValue });

test("what must happen is expected to be true, and what must not is expected to be false", () => {
  const { simulations } = simulationRun([{ resultId: "r1", rehearsal: REHEARSAL }], REHEARSED);
  expect(simulations[0]?.scenario.evaluations).toMatchObject([
    {
      structuredOutput: { name: "must 1", schema: { type: "boolean" } },
      comparator: "=",
      value: true,
    },
    { structuredOutput: { name: "mustNot 1" }, comparator: "=", value: false },
  ]);
});

// T129: docs/security.md
test("every tool that would do something is answered by the rehearsal itself", () => {
  const { simulations } = simulationRun([{ resultId: "r1", rehearsal: REHEARSAL }], REHEARSED);
  expect(simulations[0]?.scenario.toolMocks).toMatchObject([
    { toolName: "look_up_order", enabled: true },
  ]);
});

test("the beginnings of templates in an owner's words stay words", () => {
  const rehearsal = { ...REHEARSAL, situation: "asks for {{ secret }}" };
  const { simulations } = simulationRun([{ resultId: "r1", rehearsal }], REHEARSED);
  expect(simulations[0]?.scenario.instructions).toBe('asks for {{ "{{" }} secret }}');
});

test("an item is found by our id, whatever the order", () => {
  const { simulations } = simulationRun(
    [
      { resultId: "r1", rehearsal: REHEARSAL },
      { resultId: "r12", rehearsal: REHEARSAL },
    ],
    REHEARSED,
  );
  const items = simulations
    .map(({ scenario }, index) => ({ id: `item ${index}`, metadata: { scenario } }))
    .toReversed();
  expect(itemFor(items, "r1")).toMatchObject({ id: "item 0" });
  expect(itemFor(items, "r12")).toMatchObject({ id: "item 1" });
  expect(itemFor(items, "r2")).toBeUndefined();
});

test.each([
  { must: true, mustNot: false, state: "passed" },
  { must: false, mustNot: false, state: "failed" },
  { must: true, mustNot: true, state: "failed" },
  { must: null, mustNot: false, state: "unclear" },
  { must: null, mustNot: true, state: "failed" },
])("happened $must and $mustNot is $state", ({ must, mustNot, state }) => {
  const evaluations = [evaluated("mustNot 1", mustNot), evaluated("must 1", must)];
  const item = { status: "passed", results: { evaluations } };
  expect(readItem(item, REHEARSAL).state).toBe(state);
});

test("one that could not be held has no result, and says why", () => {
  const item = { status: "failed", failureReason: "The assistant did not answer." };
  expect(readItem(item, REHEARSAL)).toMatchObject({
    state: "unclear",
    reason: "The assistant did not answer.",
  });
  expect(readItem({ status: "canceled" }, REHEARSAL)).toMatchObject({ state: "unclear" });
});

test("what was said is read from the messages, without tools and empty lines", () => {
  const messages = [
    { role: "system", content: "secret prompt" },
    { role: "user", content: " When do you open? " },
    { role: "assistant", content: "", tool_calls: [] },
    { role: "tool", content: "{}" },
    { role: "assistant", content: "At nine." },
  ];
  const item = { status: "running", metadata: { call: { messages } } };
  expect(readItem(item, REHEARSAL)).toMatchObject({
    state: "running",
    lines: [
      { role: "user", text: "When do you open?" },
      { role: "assistant", text: "At nine." },
    ],
  });
  const transcript = "User: When do you open?\nAI: At nine.\n";
  expect(readItem({ metadata: { call: { transcript } } }, REHEARSAL).lines).toHaveLength(2);
});

test.each([null, "no item", 7, { results: [], metadata: "?" }])(
  "an unreadable item is no result: %j",
  (item) => {
    expect(readItem(item, REHEARSAL)).toMatchObject({ state: "unclear", lines: [] });
  },
);
