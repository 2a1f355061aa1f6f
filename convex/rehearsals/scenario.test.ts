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
  testerVoice: null,
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

test("a tester that speaks has a voice and hears, and its conversation has an end and no recording", () => {
  const waiting = [{ resultId: "r1", rehearsal: REHEARSAL }];
  const testerVoice = { voice: { voiceId: "v1" }, transcriber: { language: "de" } };
  const spoken = simulationRun(waiting, { ...REHEARSED, testerVoice });
  expect(spoken.transport).toEqual({ provider: "vapi.websocket" });
  const { assistant: tester } = spoken.simulations[0]?.personality ?? {};
  expect(tester).toMatchObject(testerVoice);
  expect(JSON.stringify(tester)).toContain("who speaks with its assistant");
  expect(spoken.target.assistant).toEqual({
    ...{ name: "Ada", maxDurationSeconds: 300 },
    artifactPlan: { recordingEnabled: false, videoRecordingEnabled: false },
  });

  const written = simulationRun(waiting, REHEARSED);
  expect(written.transport).toEqual({ provider: "vapi.webchat" });
  expect(written.target.assistant).toEqual(REHEARSED.assistant);
  expect(JSON.stringify(written.simulations)).toContain("who writes to its assistant");
  expect(written.simulations[0]?.personality.assistant).not.toHaveProperty("voice");
});

test("how soon the assistant began to answer is read only if it is plausible", () => {
  const read = (avgTurn: unknown) =>
    readItem({ results: { latencyMetrics: { turnCount: 1, avgTurn } } }, REHEARSAL).averageAnswerMs;
  expect(read(1528)).toBe(1528);
  expect([undefined, null, "1528", 0, -1, NaN, Infinity, 300_000].map(read)).toEqual(
    Array(8).fill(undefined),
  );
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
