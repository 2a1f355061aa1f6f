import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ofType, openOwnerServer, openTestPlatform } from "./platform.ts";
import type { OwnerServer, TestPlatform } from "./platform.ts";
import { isListening, joinRoom } from "./room-client.ts";

let voice: TestPlatform;
let owner: OwnerServer;
beforeAll(async () => {
  voice = await openTestPlatform();
  owner = await openOwnerServer();
});
afterAll(async () => {
  await voice.close();
  await owner.close();
});
beforeEach(async () => {
  await voice.control("reset", {});
  owner.received.length = 0;
  owner.statuses.length = 0;
});

interface Delivery {
  id: number;
  type: string;
  state: string;
  attempts: (number | null)[];
}

async function deliveries(): Promise<Delivery[]> {
  return ((await voice.control("state")) as { webhooks: Delivery[] }).webhooks;
}

/** A call that started and ended; `server` and the rest belong to its assistant. */
async function endedCall(server: Record<string, unknown> = {}, rest: Record<string, unknown> = {}) {
  const assistant = { server: { url: owner.url, ...server }, ...rest };
  const { body } = await voice.request("POST", "/call/web", { assistant });
  const call = body as { id: string; webCallUrl: string };
  const client = await joinRoom(call.webCallUrl);
  await client.waitFor(isListening);
  await voice.control(`calls/${call.id}/hang-up`, {});
  return call;
}

const types = () =>
  owner.received.map(({ message }) => [message.type, message.status].join(" ").trim());

test("[W1] the start, the end and the report of a call are sent in this order, in the published shapes", async () => {
  const call = await endedCall({}, { firstMessage: "Hello.", metadata: { callFor: "a1" } });
  const { message } = await owner.waitFor(ofType("end-of-call-report"));
  expect(types()).toEqual([
    "status-update in-progress",
    "status-update ended",
    "end-of-call-report",
  ]);
  expect(message).toMatchObject({
    endedReason: "assistant-ended-call",
    call: { id: call.id, status: "ended" },
    assistant: { metadata: { callFor: "a1" } },
  });
});

test("[W1] the report of a conversation has its transcript, its cost and a verdict as text", async () => {
  const { body } = await voice.request("POST", "/call/web", {
    assistant: { server: { url: owner.url }, firstMessage: "Hello." },
  });
  const call = body as { id: string; webCallUrl: string };
  const client = await joinRoom(call.webCallUrl);
  await client.waitFor(({ type }) => type === "conversation-update");
  client.say({ type: "add-message", message: { role: "user", content: "thank you" } });
  await client.waitFor(({ transcript }) => String(transcript).startsWith("You are welcome"));
  await voice.control(`calls/${call.id}/hang-up`, { reason: "manually-canceled" });
  const { message } = await owner.waitFor(ofType("end-of-call-report"));
  expect(message.endedReason).toBe("manually-canceled");
  expect(message.analysis).toMatchObject({ successEvaluation: "true" });
  expect(message.cost).toBeGreaterThan(0);
  expect(message.artifact).toMatchObject({
    transcript: "AI: Hello.\nUser: thank you\nAI: You are welcome. Is there anything else?\n",
  });
});

test("[W2] only the messages that the assistant selects are sent", async () => {
  await endedCall({}, { serverMessages: ["end-of-call-report"], firstMessage: "Hello." });
  await owner.waitFor(ofType("end-of-call-report"));
  expect(types()).toEqual(["end-of-call-report"]);
});

test("[W6] final transcripts are sent as they come, if they are selected", async () => {
  const final = 'transcript[transcriptType="final"]';
  const { body } = await voice.request("POST", "/call/web", {
    assistant: { server: { url: owner.url }, firstMessage: "Hello.", serverMessages: [] },
    assistantOverrides: { serverMessages: [final] },
  });
  const client = await joinRoom((body as { webCallUrl: string }).webCallUrl);
  await client.waitFor(({ type }) => type === "conversation-update");
  const { message } = await owner.waitFor(ofType("transcript"));
  expect(message).toMatchObject({
    role: "assistant",
    transcriptType: "final",
    transcript: "Hello.",
    call: { id: (body as { id: string }).id },
  });
});

test("[W3] without a URL nothing is sent", async () => {
  const { body } = await voice.request("POST", "/call/web", { assistant: {} });
  await voice.control(`calls/${(body as { id: string }).id}/hang-up`, {});
  expect(await deliveries()).toEqual([]);
});

test("[W4] without a retry plan a failed webhook is not sent again", async () => {
  owner.statuses.push(500);
  await endedCall({}, { serverMessages: ["status-update", "end-of-call-report"] });
  await owner.waitFor(ofType("end-of-call-report"));
  voice.clock.advance(24 * 60 * 60_000);
  expect(types()).toHaveLength(3);
  expect((await deliveries())[0]).toMatchObject({ state: "failed", attempts: [500] });
});

test("[W4] with a retry plan it is sent again at the planned times until it is accepted", async () => {
  owner.statuses.push(500, 503);
  const backoffPlan = { type: "exponential", maxRetries: 3, baseDelaySeconds: 10 };
  await endedCall({ backoffPlan }, { serverMessages: ["end-of-call-report"] });
  await owner.waitFor(ofType("end-of-call-report"), 1);
  await untilAttempts(1);
  voice.clock.advance(9000);
  expect(owner.received).toHaveLength(1);
  voice.clock.advance(1000);
  await owner.waitFor(ofType("end-of-call-report"), 2);
  await untilAttempts(2);
  voice.clock.advance(20_000);
  await owner.waitFor(ofType("end-of-call-report"), 3);
  await untilAttempts(3);
  expect(await deliveries()).toMatchObject([{ state: "delivered", attempts: [500, 503, 200] }]);
  const [first, , third] = owner.received;
  expect(third?.message).toEqual(first?.message);
});

/** The server has responded before the platform has received the response. */
async function untilAttempts(count: number): Promise<void> {
  while ((await deliveries())[0]?.attempts.length !== count);
}

test("[W4] a server that cannot be reached counts as failed", async () => {
  const gone = await openOwnerServer();
  await gone.close();
  await endedCall({ url: gone.url }, { serverMessages: ["end-of-call-report"] });
  await untilAttempts(1);
  expect(await deliveries()).toMatchObject([{ state: "failed", attempts: [null] }]);
});

test("[W5] the assistant's headers are sent, and a credential signs the webhook", async () => {
  const authenticationPlan = { type: "hmac", secretKey: "key", algorithm: "sha256" };
  const credential = { provider: "webhook", authenticationPlan };
  const { body } = await voice.request("POST", "/credential", credential);
  const { id: credentialId } = body as { id: string };
  await endedCall({ headers: { "X-Vapi-Secret": "s" }, credentialId });
  const { headers, message } = await owner.waitFor(ofType("end-of-call-report"));
  expect(headers["x-vapi-secret"]).toBe("s");
  const signed = `${String(headers["x-timestamp"])}.${JSON.stringify({ message })}`;
  expect(headers["x-signature"]).toBe(createHmac("sha256", "key").update(signed).digest("hex"));
  const path = `/credential/${credentialId}`;
  expect(await voice.request("DELETE", path)).toMatchObject({ status: 200, body: credential });
  expect((await voice.request("DELETE", path)).status).toBe(404);
});

test("[X3] webhooks can be sent twice, dropped or delayed", async () => {
  await voice.control("webhooks", { copies: 2, types: ["end-of-call-report"] });
  await endedCall();
  await owner.waitFor(ofType("end-of-call-report"), 2);
  expect(types().filter((type) => type.startsWith("status-update"))).toHaveLength(2);

  await voice.control("webhooks", { mode: "drop" });
  await endedCall();
  expect((await deliveries()).slice(-3).map(({ state }) => state)).toEqual([
    "dropped",
    "dropped",
    "dropped",
  ]);

  owner.received.length = 0;
  await voice.control("webhooks", { delayMs: 60_000 });
  await endedCall();
  expect(owner.received).toEqual([]);
  voice.clock.advance(60_000);
  await owner.waitFor(ofType("end-of-call-report"));
});

test("[X3] held webhooks can be released in any order", async () => {
  await voice.control("webhooks", { mode: "hold" });
  await endedCall();
  const held = await deliveries();
  expect(held.map(({ state }) => state)).toEqual(["held", "held", "held"]);
  expect(owner.received).toEqual([]);
  await voice.control("webhooks/release", { ids: held.map(({ id }) => id).reverse() });
  await owner.waitFor(ofType("status-update", "in-progress"));
  expect(types()).toEqual([
    "end-of-call-report",
    "status-update ended",
    "status-update in-progress",
  ]);
});
