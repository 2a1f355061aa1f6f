/** Simulations: runs, their items and evaluations, what is suggested, and scenarios that are generated. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { eventually } from "../../eventually.ts";
import { openTestPlatform } from "./platform.ts";
import type { TestPlatform } from "./platform.ts";
import { newQueryTool } from "./query-tool.ts";

let voice: TestPlatform;
beforeAll(async () => {
  voice = await openTestPlatform();
});
afterAll(() => voice.close());
beforeEach(() => voice.control("reset", {}));

interface RunView {
  id: string;
  status: string;
  startedAt?: string;
  endedAt?: string;
  itemCounts: Record<string, number>;
  simulationRunItemIds: string[];
}
interface ItemView {
  id: string;
  runId: string;
  status: string;
  iterationNumber: number;
  sessionId?: string;
  completedAt?: string;
  failedAt?: string;
  canceledAt?: string;
  failureReason?: string;
  metadata: {
    scenario: { name: string };
    call?: { transcript: string; messages: { role: string; content: string }[] };
  };
  results?: { passed: boolean; evaluations: { name: string; extractedValue: unknown }[] };
  improvementSuggestions?: Improvements;
}
interface Improvements {
  analysis: string;
  systemPromptSuggestions: { issue: string; suggestion: string }[];
  suggestedSystemPrompt?: string;
}

const RUN = "/eval/simulation/run";
const UNKNOWN_ID = "6f0e3a52-5d0c-4b0e-9a55-3f2f6a1c0d11";
const PROMPT = "{{shop}} opens at nine on weekdays. Parking is free.";
const QUESTION = "When does the bakery open?";
const transport = { provider: "vapi.webchat" };
const personality = {
  name: "Visitor",
  assistant: modelled("You are a visitor who writes short messages."),
};

function modelled(content: string) {
  const messages = [{ role: "system", content }];
  return { model: { provider: "openai", model: "gpt-4.1-mini", messages } };
}

function saysTrue(name: string, description: string, more: object = {}) {
  const structuredOutput = { name, description, schema: { type: "boolean" } };
  return { structuredOutput, comparator: "=", value: true, ...more };
}

function scenarioWith(evaluations: object[], more: object = {}) {
  return {
    name: "Opening hours",
    instructions: `Ask “${QUESTION}” and then say “thank you”.`,
    evaluations,
    ...more,
  };
}

async function target(more: object = {}) {
  const assistant = { name: "Rosie", ...modelled(PROMPT), ...more };
  const { status, body } = await voice.request("POST", "/assistant", assistant);
  expect(status, JSON.stringify(body)).toBe(201);
  return { type: "assistant", assistantId: (body as { id: string }).id };
}

async function start(scenarios: object[], more: object = {}): Promise<RunView> {
  const simulations = scenarios.map((scenario) => ({ type: "simulation", scenario, personality }));
  const run = { simulations, transport, target: await target(), ...more };
  const { status, body } = await voice.request("POST", RUN, run);
  expect(status, JSON.stringify(body)).toBe(201);
  return body as RunView;
}

const runOf = async (id: string) => (await voice.request("GET", `${RUN}/${id}`)).body as RunView;
const itemsOf = async (id: string, query = "") =>
  (await voice.request("GET", `${RUN}/${id}/item${query}`)).body as ItemView[];

async function ended({ id }: { id: string }): Promise<ItemView[]> {
  await eventually(async () => (await runOf(id)).status === "ended");
  return await itemsOf(id, "?sortOrder=ASC");
}

const isEvaluating = async (id: string) =>
  (await itemsOf(id)).every(({ status }) => status === "evaluating");

const generate = (runId: string, itemId: string, query = "?force=true&persist=true") =>
  voice.request("POST", `${RUN}/${runId}/item/${itemId}/generate${query}`);

test("[C31] a rehearsal asks the assistant what the scenario quotes, and judges what it answers", async () => {
  const evaluations = [
    saysTrue("says_nine", "Return true if the assistant says “nine on weekdays”."),
    saysTrue("says_ten", "Return true if the assistant says “ten”.", { required: false }),
  ];
  const targetOverrides = { variableValues: { shop: "The bakery" } };
  const run = await start([scenarioWith(evaluations, { targetOverrides })]);
  expect(run).toMatchObject({ itemCounts: { total: 1, queued: 1, passed: 0 } });
  const item = must((await ended(run))[0], "an item");
  expect(run.simulationRunItemIds).toEqual([item.id]);
  expect(item).toMatchObject({
    runId: run.id,
    status: "passed",
    iterationNumber: 1,
    metadata: { scenario: { name: "Opening hours" } },
    results: {
      passed: true,
      evaluations: [
        { name: "says_nine", structuredOutputId: "inline", extractedValue: true, passed: true },
        { name: "says_ten", extractedValue: false, passed: false, required: false },
      ],
      latencyMetrics: { turnCount: 2 },
    },
  });
  const { transcript, messages } = must(item.metadata.call, "the conversation");
  expect(transcript).toMatch(/^User: When does the bakery open\?\nAI: .*nine on weekdays/);
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  expect(item.completedAt).toBeDefined();
  expect(item.failedAt).toBeUndefined();
  expect((await voice.request("GET", `/session/${item.sessionId}`)).status).toBe(200);
  const one = await voice.request("GET", `${RUN}/${run.id}/item/${item.id}`);
  expect(one).toMatchObject({ status: 200, body: item });
  expect(await runOf(run.id)).toMatchObject({ itemCounts: { total: 1, passed: 1, queued: 0 } });
});

test("[C31] a tool with a mocked result is not called, and the assistant gets the result", async () => {
  const booking = {
    type: "function",
    function: {
      name: "action_book",
      description: "Books a table for guests.",
      parameters: {
        type: "object",
        properties: { guests: { type: "number" } },
        required: ["guests"],
      },
    },
  };
  const { model } = modelled(PROMPT);
  const assistant = { model: { ...model, tools: [booking] } };
  const scenario = {
    ...scenarioWith([saysTrue("a", "The assistant says “table seven”.")]),
    instructions: "Ask “Book a table for two, please.”",
  };
  const mocked = { toolMocks: [{ toolName: "action_book", result: "You have table seven." }] };
  const disabled = { toolMocks: [{ ...mocked.toolMocks[0], enabled: false }] };
  const run = await start(
    [
      { ...scenario, ...mocked },
      { ...scenario, ...disabled },
    ],
    {
      target: { type: "assistant", assistant },
    },
  );
  expect((await ended(run)).map(({ status }) => status)).toEqual(["passed", "failed"]);
});

test("[C31] each simulation is rehearsed as often as it was asked for, with an assistant that is not saved", async () => {
  const passes = scenarioWith([saysTrue("a", "The assistant says “nine”.")], { name: "Passes" });
  const fails = scenarioWith([saysTrue("a", "The assistant says “ten”.")], { name: "Fails" });
  const assistant = modelled("The bakery opens at nine.");
  const run = await start([passes, fails], {
    iterations: 2,
    target: { type: "assistant", assistant },
  });
  expect(run.simulationRunItemIds).toHaveLength(4);
  const items = await ended(run);
  const summary = items.map(({ status, iterationNumber, metadata }) =>
    [metadata.scenario.name, iterationNumber, status].join(" "),
  );
  expect(summary.sort()).toEqual([
    "Fails 1 failed",
    "Fails 2 failed",
    "Passes 1 passed",
    "Passes 2 passed",
  ]);
  expect(await itemsOf(run.id, "?status=failed")).toHaveLength(2);
  expect(await itemsOf(run.id, "?limit=1")).toHaveLength(1);
  expect(
    must(
      items.find(({ status }) => status === "failed"),
      "an item",
    ).failedAt,
  ).toBeDefined();
});

test("[C31] a rehearsal finds what is in the assistant's files", async () => {
  const toolId = await newQueryTool(voice, "Delivery costs four euros in the city.");
  const model = { ...modelled("Be kind.").model, toolIds: [toolId] };
  const scenario = {
    name: "Delivery",
    instructions: "What does delivery cost?",
    evaluations: [
      saysTrue("told_price", "Whether the assistant says that delivery costs four euros"),
      {
        structuredOutput: { name: "price", schema: { type: "number", description: "Euros" } },
        comparator: "<=",
        value: 4,
      },
    ],
  };
  const run = await start([scenario], { target: { type: "assistant", assistant: { model } } });
  expect(must((await ended(run))[0], "an item")).toMatchObject({
    status: "passed",
    results: { evaluations: [{ extractedValue: true }, { extractedValue: 4 }] },
  });
});

test("[C31] a run that is canceled keeps what has ended, and cancels the rest", async () => {
  voice.onlyHere();
  await voice.control("outputs", { delayMs: 60_000 });
  try {
    const evaluations = [saysTrue("a", "The assistant says “nine”.")];
    const run = await start([scenarioWith(evaluations)]);
    const other = await start([scenarioWith(evaluations)]);
    for (const { id } of [run, other]) await eventually(() => isEvaluating(id));
    expect(await runOf(run.id)).toMatchObject({ status: "running", itemCounts: { running: 1 } });
    const canceled = await voice.request("PATCH", `${RUN}/${run.id}`);
    expect(canceled).toMatchObject({
      status: 200,
      body: { status: "ended", itemCounts: { canceled: 1, running: 0 } },
    });
    voice.clock.advance(60_000);
    expect(await ended(other)).toMatchObject([{ status: "passed" }]);
    const item = must((await itemsOf(run.id))[0], "an item");
    expect(item).toMatchObject({ status: "canceled" });
    expect(item.results).toBeUndefined();
    expect(await generate(run.id, item.id)).toMatchObject({ status: 400 });
    expect(await voice.request("PATCH", `${RUN}/${other.id}`)).toMatchObject({
      body: { status: "ended", itemCounts: { passed: 1, canceled: 0 } },
    });
  } finally {
    await voice.control("outputs", { delayMs: 0 });
  }
});

test("[C32] a failed rehearsal suggests what the prompt should say, and a passed one nothing", async () => {
  const evaluations = [
    saysTrue("says_nine", "The assistant says “nine”."),
    saysTrue("offers_tea", "Return true if the assistant says “herbal tea”."),
  ];
  const run = await start([scenarioWith(evaluations)]);
  const { id } = must((await ended(run))[0], "an item");
  expect((await generate(run.id, id, "")).status).toBe(400);
  const suggested = await generate(run.id, id);
  expect(suggested).toMatchObject({ status: 201 });
  const { systemPromptSuggestions, suggestedSystemPrompt } = suggested.body as Improvements;
  expect(systemPromptSuggestions).toHaveLength(1);
  const { suggestion } = must(systemPromptSuggestions[0], "a suggestion");
  expect(suggestion).toMatch(/^When a visitor writes “.+”, say “herbal tea”\.$/);
  expect(suggestedSystemPrompt).toContain(PROMPT);
  expect(suggestedSystemPrompt).toContain(suggestion);
  const [kept] = await itemsOf(run.id);
  expect(kept?.improvementSuggestions).toEqual(suggested.body);
  expect(await generate(run.id, id, "?force=false")).toMatchObject({ body: suggested.body });
  const improved = { type: "assistant", assistant: modelled(String(suggestedSystemPrompt)) };
  const again = await start([scenarioWith(evaluations.slice(1))], { target: improved });
  expect(await ended(again)).toMatchObject([{ status: "passed" }]);
  const passing = await start([scenarioWith([])]);
  const passed = must((await ended(passing))[0], "an item");
  const nothing = await generate(passing.id, passed.id, "?force=true&persist=false");
  expect(nothing.body).toMatchObject({ systemPromptSuggestions: [] });
  expect(nothing.body).not.toHaveProperty("suggestedSystemPrompt");
  expect((await itemsOf(passing.id))[0]).not.toHaveProperty("improvementSuggestions");
});

test("[C33] scenarios are made of what the saved assistant knows, and of what it does not know", async () => {
  const { assistantId } = await target({ ...modelled("Be kind. Parking is free.") });
  const path = "/eval/simulation/scenario/generate";
  const { status, body } = await voice.request("POST", path, { assistantId });
  expect(status).toBe(201);
  const { scenarios } = body as {
    scenarios: { name: string; instructions: string; category: string }[];
  };
  expect(new Set(scenarios.map(({ category }) => category))).toEqual(
    new Set(["happy_path", "failure_mode", "edge_case"]),
  );
  const run = await start(
    scenarios.map(({ name, instructions }) => ({ name, instructions, evaluations: [] })),
    { target: { type: "assistant", assistantId } },
  );
  const known = must((await ended(run))[0], "an item");
  expect(known.metadata.call?.transcript).toContain("AI: Parking is free.");
  expect((await voice.request("POST", path, { assistantId: UNKNOWN_ID })).status).toBe(404);
});

test("[C31] what is not simulated of a run, or is not there, is refused", async () => {
  const scenario = scenarioWith([saysTrue("a", "The assistant says “nine”.")]);
  const entry = { type: "simulation", scenario, personality };
  const body = { simulations: [entry], target: await target(), transport };
  const refusal = async (more: object) => {
    const answer = await voice.request("POST", RUN, { ...body, ...more });
    return [answer.status, (answer.body as { error: string }).error];
  };
  const notSimulated = [400, "not_simulated"];
  const simulations = (one: object) => ({ simulations: [one] });
  const evaluating = (more: object) =>
    simulations({
      ...entry,
      scenario: scenarioWith([{ ...saysTrue("a", "The assistant says “nine”."), ...more }]),
    });
  expect(await refusal({ transport: undefined })).toEqual(notSimulated);
  expect(await refusal(simulations({ type: "simulationSuite" }))).toEqual(notSimulated);
  expect(await refusal(simulations({ ...entry, simulationId: UNKNOWN_ID }))).toEqual(notSimulated);
  expect(await refusal(simulations({ ...entry, personality: undefined }))).toEqual(notSimulated);
  expect(await refusal(simulations({ ...entry, scenario: { ...scenario, hooks: [] } }))).toEqual(
    notSimulated,
  );
  expect(await refusal({ target: { type: "squad", squadId: UNKNOWN_ID } })).toEqual(notSimulated);
  expect(await refusal(evaluating({ comparator: ">" }))).toEqual(notSimulated);
  expect(await refusal(evaluating({ structuredOutput: undefined }))).toEqual(notSimulated);
  expect(await refusal({ iterations: 11 })).toEqual([400, "Bad Request"]);
  const both = { ...body.target, assistant: modelled("Hi.") };
  expect(await refusal({ target: both })).toEqual([400, "Bad Request"]);
  const unknown = { type: "assistant", assistantId: UNKNOWN_ID };
  expect(await refusal({ target: unknown })).toEqual([404, "Not Found"]);
  const { publicKey } = voice.platform;
  expect((await voice.request("POST", RUN, body, publicKey)).status).toBe(401);
  expect((await voice.request("GET", `${RUN}/${UNKNOWN_ID}`)).status).toBe(404);
  const run = await start([scenario]);
  const [other] = await ended(await start([scenario]));
  const path = `${RUN}/${run.id}/item/${must(other, "an item").id}`;
  expect((await voice.request("GET", path)).status).toBe(404);
});

const byVoice = { transport: { provider: "vapi.websocket" } };

test("[C34] a rehearsal by voice fails on a machine that cannot hear", async () => {
  voice.onlyHere();
  const run = await start([scenarioWith([saysTrue("a", "The assistant says “nine”.")])], byVoice);
  const failureReason = "This machine has no speech recognizer, so nobody hears the tester.";
  expect(await ended(run)).toMatchObject([{ status: "failed", failureReason }]);
});

test("[C31] a fault fails the start of a run", async () => {
  voice.onlyHere();
  await voice.control("faults", { method: "POST", path: RUN, status: 402 });
  const answer = await voice.request("POST", RUN, {});
  expect(answer).toMatchObject({ status: 402, body: { statusCode: 402 } });
});

test("[C31] a rehearsal that the platform did not finish has failed", async () => {
  voice.onlyHere();
  await voice.control("outputs", { delayMs: 60_000 });
  const run = await start([scenarioWith([saysTrue("a", "The assistant says “nine”.")])]);
  await eventually(() => isEvaluating(run.id));
  await voice.restart();
  const failureReason = "The platform stopped during the simulation.";
  expect(await ended(run)).toMatchObject([{ status: "failed", failureReason }]);
});
