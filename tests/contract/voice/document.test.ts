/** Vapi's OpenAPI document, packages/vapi-stand-in/published/vapi.json, decides what the stand-in accepts. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { operations } from "@hark/vapi-stand-in/published/document";
import { violationsOf } from "../../judges/voice.ts";
import { additionsTo, mutationsOf } from "./mutations.ts";
import type { Addition, Mutation } from "./mutations.ts";
import { openTestPlatform } from "./platform.ts";
import type { TestPlatform } from "./platform.ts";

const ENOUGH_CALLS = 1000;

let voice: TestPlatform;
beforeAll(async () => {
  voice = await openTestPlatform();
});
afterAll(() => voice.close());
beforeEach(async () => {
  await voice.control("reset", {});
  await voice.control("concurrency-limit", { limit: ENOUGH_CALLS });
});

const SERVER = {
  url: "https://example.com/vapi",
  timeoutSeconds: 10,
  credentialId: "c",
  headers: { "x-vapi-secret": "s" },
  backoffPlan: {
    type: "exponential",
    maxRetries: 5,
    baseDelaySeconds: 1,
    excludedStatusCodes: [400],
  },
};
const ASSISTANT = {
  name: "Rosie",
  firstMessage: "Hello.",
  firstMessageMode: "assistant-speaks-first",
  firstMessageInterruptionsEnabled: true,
  maxDurationSeconds: 600,
  endCallMessage: "Bye.",
  endCallPhrases: ["goodbye"],
  clientMessages: ["transcript"],
  serverMessages: ["status-update", "end-of-call-report"],
  server: SERVER,
  artifactPlan: { recordingEnabled: true, recordingFormat: "mp3", videoRecordingEnabled: false },
  analysisPlan: { minMessagesThreshold: 2 },
  monitorPlan: { listenEnabled: false, controlAuthenticationEnabled: true },
  backgroundSound: "off",
  metadata: { mark: "1" },
  transcriber: { provider: "deepgram", model: "nova-3", language: "de" },
  hooks: [
    {
      on: "customer.speech.timeout",
      name: "question",
      options: { timeoutSeconds: 10, triggerMaxCount: 1, triggerResetMode: "onUserSpeech" },
      do: [{ type: "say", exact: "Still there?" }],
    },
    {
      on: "customer.speech.timeout",
      options: { timeoutSeconds: 30 },
      do: [{ type: "tool", tool: { type: "endCall" } }],
    },
  ],
  model: {
    provider: "openai",
    model: "gpt-4.1-mini",
    messages: [{ role: "system", content: "Be kind." }],
    toolIds: ["t"],
  },
  voice: {
    provider: "11labs",
    voiceId: "cgSgspJ2msm6clMCkdW9",
    model: "eleven_flash_v2_5",
    fallbackPlan: { voices: [{ provider: "vapi", voiceId: "Elliot" }] },
  },
};
const SCHEMA = { type: "object", properties: { opening: { type: "string" } } };
const BEARER = { type: "bearer", token: "t", headerName: "x-secret", bearerPrefixEnabled: false };
const HMAC = {
  type: "hmac",
  secretKey: "k",
  algorithm: "sha256",
  signatureHeader: "x-signature",
  timestampHeader: "x-timestamp",
  signaturePrefix: "v1=",
  includeTimestamp: true,
};

const SCENARIO = {
  name: "Hello",
  instructions: "Say “Hello”.",
  evaluations: [
    {
      structuredOutput: {
        name: "greets",
        description: "Says “hello”",
        schema: { type: "boolean" },
      },
      ...{ comparator: "=", value: true, required: false },
    },
  ],
  targetOverrides: { variableValues: { name: "Ann" } },
};

const PERSONALITY = { name: "Visitor", assistant: { firstMessage: "Hello." } };

async function made(route: string, body: unknown): Promise<string> {
  const answer = await voice.request("POST", route, body);
  return must((answer.body as { id?: string }).id, JSON.stringify(answer.body));
}

function upload(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (name === "file") form.set("file", new Blob(["We open at nine."]), String(value));
    else form.set(name, String(value));
  }
  return form;
}

/** A body with everything that the stand-in accepts and simulates. */
async function requests(): Promise<{ operation: string; path: string; body: object }[]> {
  const fileId = await made("/file", upload({ file: "hours.txt" }));
  const knowledge = { provider: "google", name: "kb", description: "Hours", fileIds: [fileId] };
  const tool = { type: "query", knowledgeBases: [knowledge] };
  const output = { name: "hours", type: "ai", description: "The hours", schema: SCHEMA };
  const outputId = await made("/structured-output", output);
  const assistant = {
    ...ASSISTANT,
    artifactPlan: { ...ASSISTANT.artifactPlan, structuredOutputIds: [outputId] },
  };
  const [assistantId, toolId] = [await made("/assistant", assistant), await made("/tool", tool)];
  const callId = await made("/call/web", { assistantId });
  const sessionId = await made("/session", { assistantId });
  const messages = ["system", "user", "assistant"].map((role) => ({ role, content: "Hi." }));
  const credential = { provider: "webhook", name: "Hark" };
  return [
    { operation: "POST /assistant", path: "/assistant", body: assistant },
    { operation: "PATCH /assistant/{id}", path: `/assistant/${assistantId}`, body: assistant },
    { operation: "POST /structured-output", path: "/structured-output", body: output },
    {
      operation: "PATCH /structured-output/{id}",
      path: `/structured-output/${outputId}?schemaOverride=false`,
      body: output,
    },
    {
      operation: "POST /call/web",
      path: "/call/web",
      body: {
        assistantId,
        assistant: { firstMessage: "Hello." },
        assistantOverrides: { maxDurationSeconds: 60, variableValues: { name: "Ann" } },
        roomDeleteOnUserLeaveEnabled: true,
      },
    },
    {
      operation: "POST /call",
      path: "/call",
      body: {
        assistantId,
        assistant: { firstMessage: "Hello." },
        assistantOverrides: { maxDurationSeconds: 60, variableValues: { name: "Ann" } },
        transport: {
          ...{ provider: "vapi.websocket", conversationType: "voice" },
          audioFormat: { format: "pcm_s16le", container: "raw", sampleRate: 16_000 },
        },
      },
    },
    {
      operation: "POST /session",
      path: "/session",
      body: {
        ...{ name: "Ann", status: "active", expirationSeconds: 600, assistantId, messages },
        assistant: { firstMessage: "Hello." },
        assistantOverrides: { variableValues: { name: "Ann" } },
      },
    },
    {
      operation: "PATCH /session/{id}",
      path: `/session/${sessionId}`,
      body: { name: "Ann", status: "completed", expirationSeconds: 600, messages },
    },
    {
      operation: "POST /chat",
      path: "/chat",
      body: {
        ...{ assistantId, name: "Ann", input: messages, stream: false },
        assistant: { firstMessage: "Hello." },
        assistantOverrides: { variableValues: { name: "Ann" } },
      },
    },
    {
      operation: "POST /eval/simulation/run",
      path: "/eval/simulation/run",
      body: {
        simulations: [
          { type: "simulation", name: "Hello", scenario: SCENARIO, personality: PERSONALITY },
        ],
        target: { type: "assistant", assistantId },
        ...{ iterations: 1, transport: { provider: "vapi.webchat" } },
      },
    },
    {
      operation: "POST /eval/simulation/scenario/generate",
      path: "/eval/simulation/scenario/generate",
      body: { assistantId },
    },
    { operation: "PATCH /call/{id}", path: `/call/${callId}`, body: { name: "One" } },
    { operation: "POST /tool", path: "/tool", body: tool },
    { operation: "PATCH /tool/{id}", path: `/tool/${toolId}`, body: tool },
    { operation: "PATCH /file/{id}", path: `/file/${fileId}`, body: { name: "h.txt" } },
    ...[BEARER, HMAC].map((authenticationPlan) => ({
      operation: "POST /credential",
      path: "/credential",
      body: { ...credential, authenticationPlan },
    })),
  ];
}

test("[R3] a body with one change is refused exactly if the document refuses it", async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const { operation, path, body } of await requests()) {
    const [method = ""] = operation.split(" ");
    const schema = must(operations[operation]?.body, operation);
    const mutations = mutationsOf(schema, body);
    const send = async ({ what, body: changed, isAllowed }: Mutation) => {
      const answer = await voice.request(method, path, changed);
      const { error } = answer.body as { error?: string };
      const isTaken = answer.status < 300 || error === "not_simulated";
      const isRefused = answer.status === 400 && error === "Bad Request";
      if (isAllowed ? !isTaken : !isRefused) {
        wrong.push(`${operation}: ${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
    };
    await Promise.all(mutations.map(send));
    tried += mutations.length;
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(600);
});

test("[R3] so are uploads, whose fields are all text", async () => {
  const given = { file: "a.txt", purpose: "assistant", metadata: '{"mark":"1"}' };
  const statusOf = async (fields: Record<string, unknown>) =>
    (await voice.request("POST", "/file", upload(fields))).status;
  expect(await statusOf(given)).toBe(201);
  const long = (length: number) => JSON.stringify({ a: "x".repeat(length - 8) });
  expect(await statusOf({ ...given, metadata: long(4096) })).toBe(201);
  expect(await statusOf({ ...given, metadata: long(4097) })).toBe(400);
  expect(await statusOf({ ...given, purpose: "party" })).toBe(400);
  expect(await statusOf({ ...given, colour: "red" })).toBe(400);
  expect(await statusOf({ purpose: "assistant" })).toBe(400);
});

test("[R11] whatever else Vapi publishes is not simulated, and only the rest is unknown", async () => {
  const refusalOf = async (method: string, path: string, body?: unknown) => {
    const answer = await voice.request(method, path, body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    return (answer.body as { error: string; message: string | string[] }).error;
  };
  const { url } = voice.platform;
  const id = "6f0e3a52-5d0c-4b0e-9a55-3f2f6a1c0d11";
  for (const name of Object.keys(operations)) {
    const [method = "", path = ""] = name.split(" ");
    // The other tests cover the routes of the simulated resources.
    const isSimulated =
      /^\/(assistant|file|tool|credential|session|structured-output(?!\/run))\b/.test(path);
    // The tests of simulations have those that are simulated.
    if (path.startsWith("/eval/simulation/") && operations[name]?.answers !== undefined) continue;
    if (isSimulated || /^\/chat(\/\{id\})?$/.test(path) || path === "/call/web") continue;
    const route = path.replaceAll(/\{\w+\}/g, id);
    const key = { headers: { Authorization: `Bearer ${voice.platform.privateKey}` }, method };
    const answer = (await (await fetch(url + route, key)).json()) as { error?: string };
    if (!path.startsWith("/call")) expect([name, answer.error]).toEqual([name, "not_simulated"]);
  }
  expect(await refusalOf("POST", "/call", { assistantId: id })).toBe("not_simulated");
  expect(await refusalOf("GET", `/call/${id}/pcap`)).toBe("not_simulated");
  expect(await refusalOf("POST", "/assistant", { voicemailMessage: "Hi." })).toBe("not_simulated");
  const transcriber = { provider: "deepgram", model: "nova-3" };
  const hook = { on: "customer.speech.timeout", do: [{ type: "say", prompt: "Ask." }] };
  const hearing = (more: object) => refusalOf("POST", "/assistant", { transcriber: more });
  const hooked = (more: object) =>
    refusalOf("POST", "/assistant", { hooks: [{ ...hook, ...more }] });
  expect(await hearing({ provider: "soniox" })).toBe("not_simulated");
  expect(await hearing({ ...transcriber, numerals: true })).toBe("not_simulated");
  expect(await hearing({ ...transcriber, language: "klingon" })).toBe("Bad Request");
  expect(await hooked({})).toBe("not_simulated");
  const tool = { type: "query", knowledgeBases: [] };
  expect(await hooked({ do: [{ type: "tool", tool }] })).toBe("not_simulated");
  expect(await hooked({ on: "call.ending", do: [] })).toBe("not_simulated");
  expect(await hooked({ do: [{ type: "shout" }] })).toBe("Bad Request");
  expect(await refusalOf("POST", "/assistant", { serverMessages: ["hang"] })).toBe("not_simulated");
  expect(await refusalOf("POST", "/tool", { type: "endCall" })).toBe("not_simulated");
  const toolMessage = { role: "tool", content: "Rain.", tool_call_id: "t" };
  expect(await refusalOf("POST", "/chat", { input: [toolMessage] })).toBe("not_simulated");
  expect(await refusalOf("POST", "/chat", { input: [{ role: "king" }] })).toBe("Bad Request");
  expect(await refusalOf("GET", "/session?squadId=s")).toBe("not_simulated");
  expect(await refusalOf("POST", "/chat/web", { input: "Hi." })).toBe("Not Found");
  expect(await refusalOf("POST", "/call/web", { squadId: "s" })).toBe("not_simulated");
  expect(await refusalOf("POST", "/assistant", { hook: [] })).toBe("Bad Request");
  expect(await refusalOf("POST", "/assistant", { serverMessages: ["hung"] })).toBe("Bad Request");
  expect(await refusalOf("POST", "/tool", { type: "beginCall" })).toBe("Bad Request");
  expect(await refusalOf("POST", "/squads", {})).toBe("Not Found");
});

/** What a chat continues excludes the assistant that the body above names. */
const EXCLUSIVE = [
  "POST /chat: the body.sessionId",
  "POST /chat: the body.previousChatId",
  "POST /eval/simulation/run: the body.target.assistant",
];

test("[R11] every published field of a simulated resource is accepted or not simulated, never unknown", async () => {
  const unknown: string[] = [];
  let tried = 0;
  for (const { operation, path, body } of await requests()) {
    const [method = ""] = operation.split(" ");
    const bodies = additionsTo(must(operations[operation]?.body, operation), body).filter(
      ({ what }) => !EXCLUSIVE.includes(`${operation}: ${what}`),
    );
    const send = async ({ what, body: changed }: Addition) => {
      const { status, body: answer } = await voice.request(method, path, changed);
      const isKnown = status < 300 || (answer as { error?: string }).error === "not_simulated";
      if (!isKnown) unknown.push(`${operation}: ${what}: ${JSON.stringify(answer)}`);
    };
    await Promise.all(bodies.map(send));
    tried += bodies.length;
  }
  expect(unknown).toEqual([]);
  expect(tried).toBeGreaterThan(200);
});

test("[R5] the judge reports what was accepted or returned against the document", () => {
  const url = new URL("http://voice.example/assistant");
  const sent = { name: "x".repeat(41) };
  const times = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" };
  const answer = { id: "a", orgId: "o", ...times };
  const exchange = { method: "POST", url, sent: {}, status: 201, answer };
  const refusal = { message: ["no"], error: "Bad Request", statusCode: 400 };
  const judged = (changes: Partial<typeof exchange> | object, isStrict = false) =>
    violationsOf({ ...exchange, ...changes }, { isStrict });
  expect(judged({})).toEqual([]);
  const long = "the request: name must be shorter than or equal to 40 characters";
  expect(judged({ sent })).toEqual([long]);
  expect(judged({ sent, status: 400, answer: refusal })).toEqual([]);
  expect(judged({ sent, status: 400, answer: refusal }, true)).toEqual([long]);
  expect(judged({ answer: { ...answer, webCallUrl: "a" } })).toEqual([
    "property webCallUrl should not exist",
  ]);
  expect(judged({ status: 200 })).toEqual(["this response is not published"]);
  expect(judged({ url: new URL("http://voice.example/assistants") })).toEqual([
    "accepted, but not published",
  ]);
  expect(judged({ status: 500, answer: {} })).toHaveLength(3);
});
