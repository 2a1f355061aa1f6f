import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { FRAME_SAMPLES, loudness, SAMPLE_RATE } from "@hark/vapi-stand-in/speech/pcm";
import { openSynthesizer } from "@hark/vapi-stand-in/speech/synthesizer";
import type { Synthesizer } from "@hark/vapi-stand-in/speech/synthesizer";
import { fromWav } from "@hark/vapi-stand-in/speech/wav";
import { eventually } from "../../eventually.ts";
import { ofType, openOwnerServer, openTestPlatform } from "./platform.ts";
import type { OwnerServer, ReceivedWebhook, TestPlatform } from "./platform.ts";
import { newQueryTool } from "./query-tool.ts";
import { isListening, joinRoom } from "./room-client.ts";
import type { HeardMessage, RoomClient } from "./room-client.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
// Far longer than any machine needs for the steps of a test, because the shared clock keeps running.
const SILENCE_MS = 4 * HOUR_MS;
const PATIENT = { maxDurationSeconds: 12 * 60 * 60 };

let voice: TestPlatform;
let owner: OwnerServer;
let synthesizer: Synthesizer;
beforeAll(async () => {
  synthesizer = openSynthesizer();
  voice = await openTestPlatform({ silenceTimeoutSeconds: SILENCE_MS / 1000 });
  owner = await openOwnerServer();
});
afterAll(async () => {
  await voice.close();
  await owner.close();
  await synthesizer.close();
});
beforeEach(async () => {
  await voice.control("reset", {});
  owner.received.length = 0;
  owner.statuses.length = 0;
});

interface CallView {
  id: string;
  status: string;
  webCallUrl: string;
  monitor: { controlUrl?: string; listenUrl?: string };
  endedReason?: string;
  startedAt?: string;
  endedAt?: string;
  artifact?: {
    transcript: string;
    presignedMonoUrl?: string;
    messages: { role: string; message: string }[];
    structuredOutputs?: Record<string, { name: string }>;
  };
  analysis?: Record<string, unknown>;
  cost?: number;
}

async function newCall(
  assistant: Record<string, unknown> = {},
  rest: Record<string, unknown> = {},
  platform = voice,
) {
  const server = { url: owner.url };
  const { status, body } = await platform.request("POST", "/call/web", {
    assistant: { server, ...assistant },
    ...rest,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body as CallView;
}

async function callOf(id: string): Promise<CallView> {
  return (await voice.request("GET", `/call/${id}`)).body as CallView;
}

async function startedCall(
  assistant: Record<string, unknown> = {},
  rest: Record<string, unknown> = {},
) {
  const call = await newCall(assistant, rest);
  const client = await joinRoom(call.webCallUrl);
  await client.waitFor(isListening);
  return { call, client };
}

/** Resolves with the webhooks about the end of this call that the owner's server receives. */
const reported = ({ id }: CallView) =>
  owner.waitFor((webhook) => ofType("end-of-call-report")(webhook) && callIdOf(webhook) === id);

const callIdOf = ({ message }: ReceivedWebhook) => (message.call as CallView).id;

const transcriptOf = (role: string, text?: string) => (message: HeardMessage) =>
  message.type === "transcript" &&
  message.role === role &&
  (text === undefined || message.transcript === text);

async function speak(client: RoomClient, text: string): Promise<void> {
  sendSpeech(client, await synthesizer.speak(text, "daniel"));
}

function sendSpeech(client: RoomClient, speech: Int16Array): void {
  for (let at = 0; at + FRAME_SAMPLES <= speech.length; at += FRAME_SAMPLES) {
    client.sendAudio(speech.subarray(at, at + FRAME_SAMPLES));
  }
}

function pause(client: RoomClient, seconds: number): void {
  for (let at = 0; at < seconds * SAMPLE_RATE; at += FRAME_SAMPLES)
    client.sendAudio(new Int16Array(FRAME_SAMPLES));
}

test("[C1] a new call is queued, and in progress only when its page can hear", async () => {
  const call = await newCall();
  expect(call).toMatchObject({ status: "queued", artifactPlan: { videoRecordingEnabled: false } });
  const client = await joinRoom(call.webCallUrl, { isPlayable: false });
  await client.waitFor(({ type }) => type === "assistant-joined");
  expect((await callOf(call.id)).status).toBe("queued");
  const other = await newCall();
  const ready = await joinRoom(other.webCallUrl);
  await ready.waitFor(isListening);
  expect(await callOf(other.id)).toMatchObject({ status: "in-progress" });
});

test("[C1] a call needs an existing assistant, and nothing that the platform does not support", async () => {
  const refused = async (body: unknown) => (await voice.request("POST", "/call/web", body)).status;
  expect(await refused({})).toBe(400);
  expect(await refused({ assistantId: "6f0e3a52-5d0c-4b0e-9a55-3f2f6a1c0d11" })).toBe(400);
  expect(await refused({ squadId: "a" })).toBe(400);
  expect(await refused({ assistant: {}, assistantOverrides: { maxDurationSeconds: 5 } })).toBe(400);
});

test("[C2] a call of a stored assistant has its overrides and metadata", async () => {
  const { body } = await voice.request("POST", "/assistant", { firstMessage: "Hello {{name}}." });
  const { id: assistantId } = body as { id: string };
  const assistantOverrides = {
    server: { url: owner.url },
    metadata: { callFor: "a1" },
    variableValues: { name: "Ann" },
  };
  const made = await voice.request("POST", "/call/web", { assistantId, assistantOverrides });
  const call = made.body as CallView;
  const client = await joinRoom(call.webCallUrl);
  await client.waitFor(transcriptOf("assistant", "Hello Ann."));
  const { message } = await owner.waitFor(ofType("status-update", "in-progress"));
  expect(message.assistant).toMatchObject({ metadata: { callFor: "a1" } });
  expect(message.call).toMatchObject({ assistantId, assistantOverrides });
});

test("[C2] an override changes what it names, and replaces a voice of another provider whole", async () => {
  const { body } = await voice.request("POST", "/assistant", {
    model: {
      provider: "openai",
      model: "gpt-4.1-mini",
      messages: [{ role: "system", content: "You sell bread." }],
    },
    voice: { provider: "11labs", voiceId: "cgSgspJ2msm6clMCkdW9", model: "eleven_flash_v2_5" },
  });
  const { id: assistantId } = body as { id: string };
  const assistantWith = async (assistantOverrides: object) => {
    const overrides = { server: { url: owner.url }, ...assistantOverrides };
    const made = await voice.request("POST", "/call/web", {
      assistantId,
      assistantOverrides: overrides,
    });
    const call = made.body as CallView;
    const client = await joinRoom(call.webCallUrl);
    const { message } = await owner.waitFor(
      (one) =>
        ofType("status-update", "in-progress")(one) &&
        (one.message.call as { id?: string }).id === call.id,
    );
    client.leave();
    return message.assistant;
  };
  const messages = [{ role: "system", content: "You sell rye bread." }];
  expect(
    await assistantWith({
      model: { provider: "openai", model: "gpt-4.1", messages },
      voice: { provider: "11labs", voiceId: "nPczCjzI2devNBz1zQrb" },
    }),
  ).toMatchObject({
    model: { provider: "openai", model: "gpt-4.1", messages },
    voice: { provider: "11labs", voiceId: "nPczCjzI2devNBz1zQrb", model: "eleven_flash_v2_5" },
  });
  const voiceOfAnother = { provider: "vapi", voiceId: "Elliot" };
  expect(await assistantWith({ voice: voiceOfAnother })).toMatchObject({
    voice: expect.not.objectContaining({ model: expect.anything() as unknown }) as unknown,
    model: { messages: [{ role: "system", content: "You sell bread." }] },
  });
});

test("[C3] the room admits one page at a time, and nobody after the end", async () => {
  const { call, client } = await startedCall();
  await expect(joinRoom(call.webCallUrl)).rejects.toThrow("404");
  await expect(joinRoom(`${call.webCallUrl}0`)).rejects.toThrow("404");
  client.leave();
  await reported(call);
  await expect(joinRoom(call.webCallUrl)).rejects.toThrow("404");
});

test("[C4] a visitor who leaves or loses the connection ends the call", async () => {
  const one = await startedCall();
  one.client.leave();
  await reported(one.call);
  expect(await callOf(one.call.id)).toMatchObject({
    status: "ended",
    endedReason: "customer-ended-call",
  });
  const other = await startedCall();
  await voice.control(`calls/${other.call.id}/drop-socket`, {});
  await reported(other.call);
  expect(await callOf(other.call.id)).toMatchObject({ endedReason: "customer-ended-call" });
});

test("[C4] a room that should outlive its visitor waits for them", async () => {
  const { call, client } = await startedCall({}, { roomDeleteOnUserLeaveEnabled: false });
  client.leave();
  await client.closed;
  const again = await joinRoom(call.webCallUrl);
  await again.waitFor(isListening);
  expect((await callOf(call.id)).status).toBe("in-progress");
});

// Vapi's guide "Customer Join Timeout" (docs.vapi.ai/calls/customer-join-timeout): 15 seconds by default.
test("[C5] a call that nobody joins ends after 15 seconds", async () => {
  const made = await newCall();
  voice.clock.advance(14_000);
  expect((await callOf(made.id)).status).toBe("queued");
  voice.clock.advance(1_000);
  await reported(made);
  const call = await callOf(made.id);
  const endedReason = "call.in-progress.error-assistant-did-not-receive-customer-audio";
  expect(call).toMatchObject({ endedReason, cost: 0, analysis: {} });
  expect(call).not.toHaveProperty("startedAt");
});

function control({ monitor }: CallView, body: unknown, key?: string): Promise<Response> {
  return fetch(must(monitor.controlUrl, "the control address"), {
    method: "POST",
    headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
}

// Vapi's guide "Live Call Control" (docs.vapi.ai/calls/call-features): POST to monitor.controlUrl, no key.
test("[C16] a call can be ended through its control URL", async () => {
  const { call, client } = await startedCall();
  const endAt = (body: unknown) => control(call, body);
  expect((await endAt({ type: "dance" })).status).toBe(400);
  expect((await endAt({ type: "end-call" })).status).toBe(200);
  await client.waitFor(({ type }) => type === "ejected");
  await reported(call);
  expect(await callOf(call.id)).toMatchObject({
    status: "ended",
    endedReason: "manually-canceled",
  });
  expect((await endAt({ type: "end-call" })).status).toBe(400);
});

test("[C23] a call has a control URL and a listen URL, open to anybody who knows them", async () => {
  const { id, monitor } = await newCall();
  expect(monitor.controlUrl).toContain(id);
  expect(monitor.listenUrl).toContain(id);
});

test("[C23] a URL that the monitor plan disables does not exist", async () => {
  const off = { listenEnabled: false, controlEnabled: false };
  const call = await newCall({ monitorPlan: off });
  expect(call.monitor).toEqual({});
  const controlUrl = `${voice.platform.url}/${call.id}/control`;
  expect((await control({ ...call, monitor: { controlUrl } }, { type: "end-call" })).status).toBe(
    404,
  );
});

test("[C23] if control requires authentication, only the public key is accepted", async () => {
  const assistantOverrides = { monitorPlan: { controlAuthenticationEnabled: true } };
  const { call } = await startedCall({}, { assistantOverrides });
  const endCall = { type: "end-call" };
  expect((await control(call, endCall)).status).toBe(401);
  expect((await control(call, endCall, "another")).status).toBe(401);
  expect(await callOf(call.id)).toMatchObject({ status: "in-progress" });
  expect((await control(call, endCall, voice.platform.publicKey)).status).toBe(200);
  await reported(call);
});

test("[C22] without a list of messages, a page receives the prompt", async () => {
  const model = {
    provider: "openai",
    model: "gpt-4.1-mini",
    messages: [{ role: "system", content: "Sell honey." }],
  };
  const { client } = await startedCall({ model, firstMessage: "Good morning." });
  await client.waitFor(({ type }) => type === "conversation-update");
  const telling = client.received.filter((message) =>
    JSON.stringify(message).includes("Sell honey."),
  );
  expect(telling.map(({ type }) => type)).toEqual(["assistant.started", "conversation-update"]);
});

test("[C22] a page receives the listed messages, and an override's list replaces the assistant's", async () => {
  const assistantOverrides = { clientMessages: ["transcript"] };
  const { body } = await voice.request("POST", "/assistant", {
    name: "Ada",
    firstMessage: "Good morning.",
    clientMessages: ["conversation-update", "transcript"],
    server: { url: owner.url },
  });
  const { id: assistantId } = body as { id: string };
  const made = await voice.request("POST", "/call/web", { assistantId, assistantOverrides });
  const call = made.body as CallView;
  const client = await joinRoom(call.webCallUrl);
  const spoken = await client.waitFor(transcriptOf("assistant"));
  expect(spoken).toMatchObject({ assistantId, assistantName: "Ada" });
  await control(call, { type: "end-call" });
  await client.closed;
  expect(client.received.map(({ type }) => type)).toEqual([
    "assistant-joined",
    "listening",
    "transcript",
    "ejected",
  ]);
});

test("[C6] the first message is spoken, with its events in the recorded order", async () => {
  const { client } = await startedCall({ firstMessage: "Good morning." });
  await client.waitFor(({ type }) => type === "conversation-update");
  const order = client.received.map(({ type, status = "" }) => `${type} ${String(status)}`.trim());
  expect(order).toEqual([
    "assistant-joined",
    "listening",
    "status-update in-progress",
    "assistant.started",
    "speech-update started",
    "transcript",
    "speech-update stopped",
    "conversation-update",
  ]);
  expect(client.speechSamples()).toBeGreaterThan(SAMPLE_RATE / 3);
});

test("[C7] speaking over the assistant silences it, and keeps only what it has said", async () => {
  // Minutes of speech, so that it still runs whenever the visitor interrupts.
  const text = Array(40).fill("I could tell you a story about our house and its guests.").join(" ");
  const objection = await synthesizer.speak("Excuse me, please stop.", "daniel");
  const { call, client } = await startedCall({
    firstMessage: text,
    firstMessageInterruptionsEnabled: true,
  });
  await client.waitFor(() => client.speechSamples() > SAMPLE_RATE);
  sendSpeech(client, objection);
  await client.waitFor(({ type }) => type === "flush");
  const { transcript } = await client.waitFor(transcriptOf("assistant"));
  expect(text.startsWith(String(transcript))).toBe(true);
  expect(String(transcript).length).toBeLessThan(text.length);
  pause(client, 1);
  await client.waitFor(transcriptOf("user"));
  client.leave();
  await reported(call);
  const [bot] = (await callOf(call.id)).artifact?.messages ?? [];
  expect(bot?.message).toBe(transcript);
});

test("[C7] the first message cannot be interrupted unless the assistant allows it", async () => {
  const text = "Please hear this to its end, since it matters.";
  const { client } = await startedCall({ firstMessage: text });
  await client.waitFor(({ type, role }) => type === "speech-update" && role === "assistant");
  await speak(client, "Excuse me.");
  pause(client, 1);
  expect((await client.waitFor(transcriptOf("assistant"))).transcript).toBe(text);
  expect(client.received.map(({ type }) => type)).not.toContain("flush");
});

test("[C8] a call ends when nobody has spoken for the silence timeout", async () => {
  const { call, client } = await startedCall(PATIENT);
  voice.clock.advance(SILENCE_MS - HOUR_MS);
  await speak(client, "Hello.");
  pause(client, 1);
  await client.waitFor(transcriptOf("assistant"));
  voice.clock.advance(SILENCE_MS - HOUR_MS);
  expect((await callOf(call.id)).status).toBe("in-progress");
  voice.clock.advance(SILENCE_MS);
  await reported(call);
  expect((await callOf(call.id)).endedReason).toBe("silence-timed-out");
});

test.each([
  [true, "call.in-progress.error-assistant-did-not-receive-customer-audio"],
  [false, "customer-did-not-give-microphone-permission"],
])(
  "[C8] if the microphone is %s and sends nothing, half a minute of silence ends the call with that reason",
  async (hasMicrophone, reason) => {
    const usual = await openTestPlatform();
    const call = await newCall({}, {}, usual);
    const client = await joinRoom(call.webCallUrl, { hasMicrophone });
    await client.waitFor(isListening);
    usual.clock.advance(MINUTE_MS / 2);
    const { message } = await reported(call);
    expect(message.endedReason).toBe(reason);
    await usual.close();
  },
);

test("[C8] an end-call message is spoken before silence ends the call", async () => {
  const { call, client } = await startedCall({ ...PATIENT, endCallMessage: "Nobody there." });
  voice.clock.advance(SILENCE_MS);
  await client.waitFor(transcriptOf("assistant", "Nobody there."));
  await reported(call);
  expect((await callOf(call.id)).artifact?.transcript).toBe("AI: Nobody there.\n");
});

test("[C8] the maximum duration ends a call, whatever is being said", async () => {
  const { call, client } = await startedCall({ maxDurationSeconds: 20, firstMessage: "Hello." });
  voice.clock.advance(20_000);
  await client.waitFor(({ type }) => type === "ejected");
  await reported(call);
  expect(await callOf(call.id)).toMatchObject({ endedReason: "exceeded-max-duration" });
});

const QUESTION = "Are you still there?";
const onSilence = (timeoutSeconds: number, action: object, options: object = {}) => ({
  on: "customer.speech.timeout",
  options: { timeoutSeconds, ...options },
  do: [action],
});
const END_CALL = { type: "tool", tool: { type: "endCall" } };

test("[C20] a silent visitor is prompted, and the call ends when the silence continues", async () => {
  const once = { triggerMaxCount: 1, triggerResetMode: "onUserSpeech" };
  const hooks = [
    onSilence(500, { type: "say", exact: QUESTION }, once),
    onSilence(1000, END_CALL, once),
  ];
  const { call, client } = await startedCall({ ...PATIENT, firstMessage: "Hello.", hooks });
  const promptCount = () => client.received.filter(transcriptOf("assistant", QUESTION)).length;
  await client.waitFor(transcriptOf("assistant", "Hello."));
  voice.clock.advance(500_000);
  await client.waitFor(transcriptOf("assistant", QUESTION));
  await speak(client, "Hello.");
  pause(client, 1);
  await client.waitFor(transcriptOf("user"));
  await client.waitFor(
    (message) =>
      transcriptOf("assistant")(message) &&
      message.transcript !== QUESTION &&
      message.transcript !== "Hello.",
  );
  // After a visitor has spoken they are prompted again, with the full time.
  voice.clock.advance(500_000);
  await eventually(() => promptCount() === 2);
  expect((await callOf(call.id)).status).toBe("in-progress");
  voice.clock.advance(500_000);
  await reported(call);
  expect((await callOf(call.id)).endedReason).toBe("assistant-ended-call");
});

test("[C20] a hook runs as often as it may", async () => {
  const hooks = [onSilence(600, { type: "say", exact: QUESTION }, { triggerMaxCount: 2 })];
  const { client } = await startedCall({ ...PATIENT, hooks });
  const promptCount = () => client.received.filter(transcriptOf("assistant", QUESTION)).length;
  for (const count of [1, 2]) {
    voice.clock.advance(600_000);
    await eventually(() => promptCount() === count);
  }
  voice.clock.advance(1_200_000);
  await speak(client, "Hello.");
  pause(client, 1);
  await client.waitFor(transcriptOf("user"));
  expect(promptCount()).toBe(2);
});

test("[C20] templates in a hook's message are filled in", async () => {
  const hooks = [onSilence(600, { type: "say", exact: 'Still there, {{name}} {{ "{{" }}?' })];
  const assistantOverrides = { variableValues: { name: "Ann" } };
  const { client } = await startedCall({ ...PATIENT, hooks }, { assistantOverrides });
  voice.clock.advance(600_000);
  await client.waitFor(transcriptOf("assistant", "Still there, Ann {{?"));
});

test("[C21] an assistant accepts the published languages of speech recognition", async () => {
  const transcriber = { provider: "deepgram", model: "nova-3", language: "de" };
  const { status, body } = await voice.request("POST", "/assistant", { transcriber });
  expect([status, body]).toMatchObject([201, { transcriber }]);
});

test("[C9] an end-call phrase ends the call once it was heard", async () => {
  const { call, client } = await startedCall({
    firstMessage: "Goodbye then.",
    endCallPhrases: ["goodbye"],
  });
  await client.waitFor(({ type }) => type === "ejected");
  expect(client.received.at(-2)).toMatchObject({ type: "status-update", status: "ended" });
  await reported(call);
  expect((await callOf(call.id)).endedReason).toBe("assistant-said-end-call-phrase");
});

test("[C13] the page can have something said, mute, add a message and end the call", async () => {
  const { call, client } = await startedCall({ firstMessage: "Hello." });
  client.say({ type: "say", message: "One more thing." });
  await client.waitFor(transcriptOf("assistant", "One more thing."));
  const message = { role: "user", content: "what can you do" };
  client.say({ type: "add-message", message });
  await client.waitFor(transcriptOf("assistant", "How can I help you?"));
  client.say({ type: "control", control: "say-first-message" });
  client.say({ type: "end-call" });
  await client.waitFor(({ type }) => type === "ejected");
  await reported(call);
  const { endedReason, artifact } = await callOf(call.id);
  expect(endedReason).toBe("customer-ended-call");
  expect(artifact?.transcript).toContain("User: what can you do\nAI: How can I help you?\n");
});

const added = (role: string, content: string, triggerResponseEnabled?: boolean) => ({
  ...{ type: "add-message", message: { role, content } },
  ...(triggerResponseEnabled === undefined ? {} : { triggerResponseEnabled }),
});

test("[C25] a message that is added silently is known before the next answer", async () => {
  const { call, client } = await startedCall();
  client.say(added("system", "The shop is closed on Tuesdays.", false));
  client.say(added("assistant", "I am Rosie.", false));
  client.say(added("user", "On which days is the shop closed?"));
  const { transcript } = await client.waitFor(transcriptOf("assistant"));
  expect(transcript).toContain("Tuesdays");
  client.leave();
  await reported(call);
  const { artifact } = await callOf(call.id);
  expect(artifact?.messages).toMatchObject([
    { role: "system", message: "The shop is closed on Tuesdays." },
    { role: "bot", message: "I am Rosie." },
    { role: "user", message: "On which days is the shop closed?" },
    { role: "bot", message: transcript },
  ]);
});

test("[C25] an answer to a typed message interrupts the assistant", async () => {
  const { call, client } = await startedCall({
    firstMessage: `Hello. ${"This is a long greeting that nobody waits for. ".repeat(20)}`,
    firstMessageInterruptionsEnabled: true,
  });
  await client.waitFor(({ type, role }) => type === "speech-update" && role === "assistant");
  client.say(added("user", "what can you do"));
  await client.waitFor(({ type }) => type === "user-interrupted");
  await client.waitFor(transcriptOf("assistant", "How can I help you?"));
  expect(client.received.some(({ type }) => type === "flush")).toBe(true);
  client.leave();
  await reported(call);
  const { artifact } = await callOf(call.id);
  expect(artifact?.transcript).toMatch(/User: what can you do\nAI: How can I help you\?\n$/);
});

test("[C25] a typed question is answered aloud from the prompt, without a recognizer", async () => {
  const content = "Bread is baked on Tuesdays. Our opening hours are seven to six.";
  const { client } = await startedCall({
    model: { provider: "openai", model: "gpt-4.1-mini", messages: [{ role: "system", content }] },
  });
  const message = { role: "user", content: "What are your opening hours?" };
  client.say({ type: "add-message", message });
  const { transcript } = await client.waitFor(transcriptOf("assistant"));
  expect(transcript).toContain("seven to six");
  expect(client.speechSamples()).toBeGreaterThan(SAMPLE_RATE);
});

/** The id of a query tool for one file. */
test("[C26] the messages of a call contain each tool call and its result, and its transcript none", async () => {
  const toolIds = [await newQueryTool(voice, "Our opening hours are seven to six.")];
  const { call, client } = await startedCall({
    model: { provider: "openai", model: "gpt-4.1-mini", toolIds },
  });
  client.say(added("user", "What are your opening hours?"));
  await client.waitFor(transcriptOf("assistant"));
  client.say(added("user", "what can you do"));
  await client.waitFor(transcriptOf("assistant", "How can I help you?"));
  client.leave();
  const { message: report } = await reported(call);
  const { artifact } = await callOf(call.id);
  expect(report.artifact).toEqual(artifact);
  const calls = [{ type: "function", function: { name: "query_tool" } }];
  const result = "Our opening hours are seven to six.";
  expect(artifact?.messages).toMatchObject([
    { role: "user", message: "What are your opening hours?" },
    { role: "tool_calls", toolCalls: calls },
    { role: "tool_call_result", name: "query_tool", result },
    { role: "bot", message: result },
    { role: "user", message: "what can you do" },
    { role: "bot", message: "How can I help you?" },
  ]);
  expect(artifact?.transcript).toBe(
    `User: What are your opening hours?\nAI: ${result}\nUser: what can you do\nAI: How can I help you?\n`,
  );
});

const ASK_TOOL = {
  type: "function",
  messages: [{ type: "request-start", content: "Please type it." }],
  function: {
    name: "ask",
    description: "Asks for something in writing.",
    parameters: {
      type: "object",
      properties: { kind: { type: "string", enum: ["email"] } },
      required: ["kind"],
    },
  },
};
const MODEL = { provider: "openai", model: "gpt-4.1-mini" };

test("[C27] a function tool of one call asks the assistant's server, and uses its result", async () => {
  const serverMessages = ["tool-calls", "end-of-call-report"];
  const { call, client } = await startedCall(
    { model: MODEL, serverMessages, clientMessages: ["transcript"] },
    { assistantOverrides: { "tools:append": [ASK_TOOL] } },
  );
  owner.answerTools({ error: "The field is open." });
  client.say(added("user", "Send me an email."));
  const { message } = await owner.waitFor(ofType("tool-calls"));
  const asked = { type: "function", function: { name: "ask", arguments: '{"kind":"email"}' } };
  expect(message).toMatchObject({
    call: { id: call.id },
    toolCallList: [asked],
    toolWithToolCallList: [{ ...ASK_TOOL, toolCall: asked }],
  });
  await client.waitFor(transcriptOf("assistant", "Please type it."));
  await client.waitFor(transcriptOf("assistant", "I am waiting for it."));
  client.leave();
  await reported(call);
  expect((await callOf(call.id)).artifact?.messages).toMatchObject([
    { role: "user" },
    { role: "tool_calls", toolCalls: [asked] },
    { role: "tool_call_result", name: "ask", result: "The field is open." },
    { role: "bot", message: "Please type it." },
    { role: "bot", message: "I am waiting for it." },
  ]);
  expect(client.received.filter(({ type }) => type === "tool-calls")).toEqual([]);
});

test("[C27] a tool's own server comes first, and a page that selects tool calls gets them", async () => {
  const server = { url: owner.url, headers: { "X-Tool": "ask" } };
  const { client } = await startedCall(
    { model: MODEL, serverMessages: ["tool-calls"], clientMessages: ["tool-calls"] },
    { assistantOverrides: { "tools:append": [{ ...ASK_TOOL, server }] } },
  );
  client.say(added("user", "Send me an email."));
  const { headers } = await owner.waitFor(ofType("tool-calls"));
  expect(headers["x-tool"]).toBe("ask");
  await client.waitFor(({ type }) => type === "tool-calls");
  client.leave();
});

test("[C13] the page can have something said and end the call afterwards", async () => {
  const { call, client } = await startedCall();
  client.say({ type: "say", message: "That was all.", endCallAfterSpoken: true });
  await client.waitFor(({ type }) => type === "ejected");
  await reported(call);
  expect((await callOf(call.id)).endedReason).toBe("assistant-ended-call-after-message-spoken");
});

test("[C12] the recording contains what was said, behind a link that expires", async () => {
  const { call, client } = await startedCall({ firstMessage: "Good morning, dear visitor." });
  await client.waitFor(transcriptOf("assistant"));
  client.leave();
  await reported(call);
  const redirect = await voice.request("GET", `/call/${call.id}/mono-recording`);
  expect(redirect.status).toBe(302);
  const link = String(redirect.headers.get("Location"));
  const fetched = await fetch(link);
  expect(fetched.headers.get("Content-Type")).toBe("audio/wav");
  const samples = fromWav(Buffer.from(await fetched.arrayBuffer()));
  expect(samples.length).toBeGreaterThan(SAMPLE_RATE);
  expect(loudness(samples)).toBeGreaterThan(0.01);
  expect((await fetch(link.replace(/signature=./, "signature=x"))).status).toBe(403);
  const presigned = (await callOf(call.id)).artifact?.presignedMonoUrl ?? "";
  expect((await fetch(presigned)).status).toBe(200);
  voice.clock.advance(60 * MINUTE_MS);
  expect((await fetch(link)).status).toBe(403);
  expect((await fetch(presigned)).status).toBe(403);
  expect((await voice.request("GET", `/call/${call.id}/mono-recording`)).status).toBe(302);
});

test("[C19] a call has inline structured outputs, and those that its plan names by ID", async () => {
  const schema = { type: "boolean", description: "Whether the call was a success" };
  const made = await voice.request("POST", "/structured-output", { name: "saved", schema });
  const { id } = made.body as { id: string };
  const structuredOutputs = [{ name: "inline", schema }];
  const { call, client } = await startedCall({
    firstMessage: "Hello.",
    artifactPlan: { structuredOutputs, structuredOutputIds: [id] },
  });
  client.say(added("user", "Hello there.", false));
  client.say(added("assistant", "How can I help you?", false));
  client.leave();
  await reported(call);
  const { structuredOutputs: outputs = {} } = must((await callOf(call.id)).artifact, "artifact");
  expect(Object.values(outputs).map(({ name }) => name)).toEqual(["inline", "saved"]);
  expect(outputs[id]).toMatchObject({ name: "saved" });
});

test("[C12] a call with recording turned off is not recorded", async () => {
  const { call, client } = await startedCall({ artifactPlan: { recordingEnabled: false } });
  client.leave();
  await reported(call);
  expect((await callOf(call.id)).artifact).not.toHaveProperty("recordingUrl");
  expect((await voice.request("GET", `/call/${call.id}/mono-recording`)).status).toBe(404);
});

test("[R9] calls are listed by assistant, time and ID", async () => {
  const made = await voice.request("POST", "/assistant", {});
  const { id: assistantId } = made.body as { id: string };
  const one = await newCall();
  voice.clock.advance(1000);
  const other = (await voice.request("POST", "/call/web", { assistantId })).body as CallView;
  const list = async (query: string) => {
    const { body } = await voice.request("GET", `/call?${query}`);
    return (body as CallView[]).map(({ id }) => id);
  };
  expect(await list("")).toEqual([other.id, one.id]);
  expect(await list(`assistantId=${assistantId}`)).toEqual([other.id]);
  expect(await list(`id=${one.id}`)).toEqual([one.id]);
  expect(await list(`createdAtLt=${new Date(voice.clock.now() - 500).toISOString()}`)).toEqual([
    one.id,
  ]);
  expect(await list("phoneNumberId=1&limit=5")).toEqual([]);
});

test("[C14] no more calls run at once than the limit allows", async () => {
  await voice.control("concurrency-limit", { limit: 2 });
  const { call, client } = await startedCall();
  await newCall();
  const refused = await voice.request("POST", "/call/web", { assistant: {} });
  expect(refused).toMatchObject({ status: 400, body: { message: "Over Concurrency Limit." } });
  client.leave();
  await reported(call);
  await newCall();
});

// The published operation CallController_deleteCallData requires a body, all of whose fields are optional.
test("[C15] deleting a live call ends it and deletes its recording", async () => {
  const { call, client } = await startedCall();
  expect((await voice.request("DELETE", `/call/${call.id}`)).status).toBe(400);
  const { status, body } = await voice.request("DELETE", `/call/${call.id}`, {});
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: "ended", endedReason: "call-deleted" });
  await client.waitFor(({ type }) => type === "ejected");
  expect((await voice.request("GET", `/call/${call.id}`)).status).toBe(404);
  const link = (body as CallView).artifact?.presignedMonoUrl ?? "";
  expect((await fetch(link)).status).toBe(404);
});

test("[P3] a call that was live when the platform stopped is ended and reported when it is back", async () => {
  const { call, client } = await startedCall({ firstMessage: "Hello there." });
  await client.waitFor(transcriptOf("assistant"));
  await voice.restart();
  await client.closed;
  const { message } = await reported(call);
  expect(message.endedReason).toBe("worker-shutdown");
  expect(await callOf(call.id)).toMatchObject({
    status: "ended",
    endedReason: "worker-shutdown",
    artifact: { transcript: "AI: Hello there.\n" },
  });
  const recording = await fetch((await callOf(call.id)).artifact?.presignedMonoUrl ?? "");
  expect(fromWav(Buffer.from(await recording.arrayBuffer())).length).toBeGreaterThan(0);
});
