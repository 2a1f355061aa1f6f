/** Simulations by voice: a tester speaks with the assistant in a call, and the recognizer hears the tester. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isRecognizerMissing } from "@hark/vapi-stand-in/hearing/test-recognizer";
import { must } from "@hark/stand-in-kit/must";
import { eventually } from "../../eventually.ts";
import { openTestPlatform } from "./platform.ts";
import type { TestPlatform } from "./platform.ts";

let voice: TestPlatform;
beforeAll(async () => {
  voice = await openTestPlatform({ recognizer: "built-in", silenceTimeoutSeconds: 600 });
});
afterAll(() => voice.close());
beforeEach(() => voice.control("reset", {}));

interface ItemView {
  status: string;
  callId?: string;
  sessionId?: string;
  failureReason?: string;
  metadata: {
    call?: {
      transcript: string;
      messages: { role: string; content: string }[];
      recordingUrl?: string;
    };
  };
  results?: { latencyMetrics: { turnCount: number; avgTurn?: number } };
}

const RUN = "/eval/simulation/run";
const QUESTION = "What are your opening hours?";
const LONG_GREETING =
  "Welcome to the bakery at the corner of the market. How can I help you today?";
const NO_PARAMETERS = { type: "object", properties: {}, required: [] };

function modelled(content: string) {
  const messages = [{ role: "system", content }];
  return { model: { provider: "openai", model: "gpt-4.1-mini", messages } };
}

const personality = { name: "Visitor", assistant: modelled("You are a visitor.") };

function says(words: string) {
  const description = `The assistant says “${words}”.`;
  const structuredOutput = { name: "says", description, schema: { type: "boolean" } };
  return { structuredOutput, comparator: "=", value: true };
}

/** The path of the run. */
async function start(scenario: object, assistant: object): Promise<string> {
  const { status, body } = await voice.request("POST", RUN, {
    simulations: [{ type: "simulation", scenario: { name: "Hours", ...scenario }, personality }],
    target: { type: "assistant", assistant },
    transport: { provider: "vapi.websocket" },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return `${RUN}/${(body as { id: string }).id}`;
}

async function itemOf(path: string): Promise<ItemView> {
  const { body } = await voice.request("GET", `${path}/item`);
  return must((body as ItemView[])[0], "an item");
}

async function ended(path: string): Promise<ItemView> {
  await eventually(async () => {
    const { body } = await voice.request("GET", path);
    return (body as { status: string }).status === "ended";
  });
  return await itemOf(path);
}

const callOf = async (id = "") => (await voice.request("GET", `/call/${id}`)).body;

test.skipIf(isRecognizerMissing)(
  "[C34] a tester asks by voice, and the assistant hears and answers",
  async () => {
    const path = await start(
      { instructions: `Ask “${QUESTION}”`, evaluations: [says("nine to five")] },
      { firstMessage: "Welcome.", ...modelled("Our opening hours are from nine to five.") },
    );
    const { sessionId, callId, ...item } = await ended(path);
    expect(item).toMatchObject({
      status: "passed",
      results: { latencyMetrics: { turnCount: 1, avgTurn: expect.any(Number) as number } },
    });
    expect(sessionId).toBeUndefined();
    const { transcript, messages, recordingUrl } = must(item.metadata.call, "the conversation");
    expect(transcript).toMatch(/^AI: Welcome\.\nUser: .*opening hours.*\nAI: .*nine to five\.\n$/);
    expect(messages.map(({ role }) => role)).toEqual(["assistant", "user", "assistant"]);
    const artifact = { transcript, recordingUrl: must(recordingUrl, "recording") };
    expect(await callOf(callId)).toMatchObject({
      ...{ status: "ended", endedReason: "customer-ended-call", artifact },
    });
  },
);

test.skipIf(isRecognizerMissing)(
  "[C34] by voice too, a tool with a mocked result is not called, the assistant may end the call, and no line is taken",
  async () => {
    voice.onlyHere();
    await voice.control("concurrency-limit", { limit: 0 });
    const description = "Tells the opening hours.";
    const called = { name: "action_hours", description, parameters: NO_PARAMETERS };
    const { model } = modelled("Be kind.");
    const path = await start(
      {
        instructions: `Ask “${QUESTION}” Then ask “What does it cost?”`,
        evaluations: [says("nine to five")],
        toolMocks: [{ toolName: "action_hours", result: "From nine to five, and goodbye." }],
      },
      {
        model: { ...model, tools: [{ type: "function", function: called }] },
        ...{ endCallPhrases: ["goodbye"], artifactPlan: { recordingEnabled: false } },
      },
    );
    const { status, callId, metadata } = await ended(path);
    expect(
      metadata.call?.messages.map(({ role }) => role),
      metadata.call?.transcript,
    ).toEqual(["user", "assistant"]);
    expect(metadata.call).not.toHaveProperty("recordingUrl");
    expect(status).toBe("passed");
    const endedReason = "assistant-said-end-call-phrase";
    expect(await callOf(callId)).toMatchObject({ status: "ended", endedReason });
  },
);

test.skipIf(isRecognizerMissing)(
  "[C34] a rehearsal by voice that is canceled, or that the platform did not finish, ends its call",
  async () => {
    voice.onlyHere();
    const scenario = { instructions: `Ask “${QUESTION}”`, evaluations: [says("nine")] };
    const assistant = { firstMessage: LONG_GREETING, ...modelled("We open at nine.") };
    const canceled = await start(scenario, assistant);
    await eventually(async () => (await itemOf(canceled)).callId !== undefined);
    await voice.request("PATCH", canceled);
    const { callId } = await itemOf(canceled);
    await eventually(async () => ((await callOf(callId)) as ItemView).status === "ended");
    expect(await itemOf(canceled)).toMatchObject({ status: "canceled" });

    const broken = await start(scenario, assistant);
    await eventually(async () => (await itemOf(broken)).callId !== undefined);
    await voice.restart();
    const item = await ended(broken);
    const failureReason = "The platform stopped during the simulation.";
    expect(item).toMatchObject({ status: "failed", failureReason });
    await eventually(async () => ((await callOf(item.callId)) as ItemView).status === "ended");
  },
);
