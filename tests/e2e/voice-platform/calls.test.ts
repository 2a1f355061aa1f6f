import type { VoicePlatform } from "@hark/vapi-stand-in";
import { loudness, SAMPLE_RATE } from "@hark/vapi-stand-in/speech/pcm";
import { fromWav } from "@hark/vapi-stand-in/speech/wav";
import { needsRecognizer } from "../../fixtures/recognizer.ts";
import { QUESTION } from "../../fixtures/speech.ts";
import { expect, test } from "../../fixtures/voice-platform.ts";
import type { CallEvent } from "../../fixtures/voice-platform.ts";

const FILE =
  "Our opening hours are seven in the morning until six in the evening.\n\nWe bake bread.";
const FIRST_MESSAGE = "Hello, this is the bakery.";

async function request<Answer>(
  platform: VoicePlatform,
  method: string,
  route: string,
  body?: unknown,
) {
  const response = await fetch(platform.url + route, {
    method,
    headers: { Authorization: `Bearer ${platform.privateKey}` },
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${route} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

async function control(platform: VoicePlatform, route: string, body: unknown): Promise<void> {
  const response = await fetch(`${platform.url}/_control/${route}`, {
    method: "POST",
    headers: { "x-control-token": platform.controlToken },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${route} answered ${response.status}: ${await response.text()}`);
}

interface Resource {
  id: string;
}

/** An assistant that knows the file. */
async function newAssistant(platform: VoicePlatform, fields: Record<string, unknown> = {}) {
  const form = new FormData();
  form.set("file", new Blob([FILE]), "hours.txt");
  const file = await request<Resource>(platform, "POST", "/file", form);
  await expect
    .poll(
      async () => (await request<{ status: string }>(platform, "GET", `/file/${file.id}`)).status,
    )
    .toBe("done");
  const knowledgeBases = [
    { provider: "google", name: "kb", description: "Hours", fileIds: [file.id] },
  ];
  const tool = await request<Resource>(platform, "POST", "/tool", {
    type: "query",
    knowledgeBases,
  });
  const assistant = await request<Resource>(platform, "POST", "/assistant", {
    firstMessage: FIRST_MESSAGE,
    model: { provider: "openai", model: "gpt-4.1-mini", toolIds: [tool.id] },
    voice: { provider: "11labs", voiceId: "cgSgspJ2msm6clMCkdW9" },
    ...fields,
  });
  return assistant.id;
}

interface EndedCall {
  status: string;
  endedReason: string;
  artifact: { transcript: string; presignedMonoUrl: string };
  analysis: { successEvaluation?: string };
}

async function lastCall(platform: VoicePlatform): Promise<EndedCall | undefined> {
  return (await request<EndedCall[]>(platform, "GET", "/call?limit=1"))[0];
}

/** Without the stages of the start, which are the SDK's own affair. */
function namesOf(events: CallEvent[]): string[] {
  return events
    .filter(({ name }) => name !== "call-start-progress")
    .map(({ name, detail }) =>
      name === "message"
        ? [detail?.type, detail?.role, detail?.status].filter(Boolean).join(" ")
        : name,
    );
}

test("[M1] a spoken question about a file gets the file's answer, aloud, in the recorded order of events @all", async ({
  visitor,
  platform,
}) => {
  needsRecognizer();
  await visitor.begin(await newAssistant(platform));
  await visitor.waitFor({ type: "transcript", role: "assistant" });
  await visitor.say(QUESTION);
  await visitor.waitFor({ type: "transcript", role: "assistant" }, 2);
  await visitor.stop();
  await visitor.waitFor({ type: "status-update", status: "ended" });

  const events = await visitor.events();
  // When the second sentence begins depends on how fast the machine recognizes speech.
  const order = namesOf(events).filter((name) => name !== "speech-start" && name !== "speech-end");
  expect(order).toEqual([
    "call-start-success",
    "audio",
    "call-start",
    "status-update in-progress",
    "assistant.started",
    "speech-update assistant started",
    "transcript assistant",
    "speech-update assistant stopped",
    "conversation-update",
    "speech-update user started",
    "speech-update user stopped",
    "transcript user",
    "conversation-update",
    "speech-update assistant started",
    "transcript assistant",
    "speech-update assistant stopped",
    "conversation-update",
    "call-end",
    "status-update ended",
  ]);
  expect(namesOf(events).indexOf("speech-start")).toBeGreaterThan(
    namesOf(events).indexOf("call-start"),
  );
  const state = await visitor.state();
  expect(state).toMatchObject({ settled: "started", tracks: ["ended"], players: 0 });
  expect(state.loudest, "the answer was heard on the page").toBeGreaterThan(0.3);

  await expect.poll(async () => (await lastCall(platform))?.status).toBe("ended");
  const call = await lastCall(platform);
  expect(call?.endedReason).toBe("customer-ended-call");
  const recording = await fetch(call?.artifact.presignedMonoUrl ?? "");
  const samples = fromWav(Buffer.from(await recording.arrayBuffer()));
  expect(samples.length).toBeGreaterThan(6 * SAMPLE_RATE);
  expect(loudness(samples)).toBeGreaterThan(0.01);
  expect(call?.artifact.transcript.toLowerCase()).toContain(
    `user: ${QUESTION.toLowerCase().replace("?", "")}\nai: our opening hours are seven`,
  );
  expect(call?.analysis.successEvaluation).toBe("true");
});

test("[M2] a denied microphone is told, and the call goes on without it @all", async ({
  deniedVisitor,
  platform,
}) => {
  await deniedVisitor.begin(await newAssistant(platform));
  await deniedVisitor.waitFor({ type: "transcript", role: "assistant" });
  const events = await deniedVisitor.events();
  const [fault] = events.filter(({ name }) => name === "camera-error");
  expect(JSON.stringify(fault?.detail)).toContain("permissions");
  await deniedVisitor.stop();
  await deniedVisitor.waitFor({ name: "call-end" });
  expect((await deniedVisitor.state()).tracks).toEqual([]);
});

test("[M3] a hang-up by the server is told as an end, then as an ejection @all", async ({
  visitor,
  platform,
}) => {
  await visitor.begin(
    await newAssistant(platform, { firstMessage: "Goodbye.", endCallPhrases: ["goodbye"] }),
  );
  await visitor.waitFor({ name: "call-end" });
  const events = await visitor.events();
  expect(namesOf(events).slice(-3)).toEqual(["status-update ended", "error", "call-end"]);
  expect(events.find(({ name }) => name === "error")?.detail).toMatchObject({
    type: "daily-error",
    error: { message: { type: "ejected", msg: "Meeting has ended" } },
  });
  await expect.poll(() => visitor.state()).toMatchObject({ tracks: ["ended"], players: 0 });
});

test("[M3] a broken connection is an error and the end, and nothing stays on @all", async ({
  visitor,
  platform,
}) => {
  await visitor.begin(await newAssistant(platform));
  await visitor.waitFor({ name: "call-start" });
  const [live] = await request<Resource[]>(platform, "GET", "/call?limit=1");
  await control(platform, `calls/${live?.id ?? ""}/drop-socket`, {});
  await visitor.waitFor({ name: "call-end" });
  const errors = (await visitor.events()).filter(({ name }) => name === "error");
  expect(JSON.stringify(errors[0]?.detail)).toContain("connection-error");
  await expect.poll(() => visitor.state()).toMatchObject({ tracks: ["ended"], players: 0 });
});

test("[M4] a call that is stopped while it joins leaves no microphone on @all", async ({
  visitor,
  platform,
}) => {
  await visitor.begin(await newAssistant(platform));
  await visitor.page.waitForFunction(
    () => (window as unknown as { tracks: unknown[] }).tracks.length === 1,
  );
  await visitor.stop();
  await expect.poll(() => visitor.state()).toMatchObject({ tracks: ["ended"], players: 0 });
});

for (const status of [401, 500]) {
  test(`[M6] a start that is answered with ${status} fails as the real platform's does @all`, async ({
    visitor,
    platform,
  }) => {
    if (status === 500) {
      await control(platform, "faults", { method: "POST", path: "/call/web", status });
    }
    await visitor.begin(
      "6f0e3a52-5d0c-4b0e-9a55-3f2f6a1c0d11",
      status === 401 ? { token: "wrong" } : {},
    );
    await visitor.waitFor({ name: "error" });
    const events = await visitor.events();
    expect(namesOf(events)).toEqual(["call-start-failed", "error"]);
    expect(events.at(-1)?.detail).toMatchObject({
      type: "start-method-error",
      error: { error: { statusCode: status } },
    });
    await expect.poll(async () => (await visitor.state()).settled).toBe("null");
  });
}

test("[M6] a call machine that cannot be reached fails the start after daily-js's three tries @all", async ({
  visitor,
  platform,
}) => {
  const callMachineUrl = `${platform.url}/nowhere.js`;
  await visitor.begin(await newAssistant(platform), { callMachineUrl });
  await visitor.waitFor({ name: "call-start-failed" });
  await visitor.waitFor({ name: "error", type: "start-method-error" });
  const errors = (await visitor.events()).filter(({ name }) => name === "error");
  expect(errors.map(({ detail }) => detail?.type)).toEqual([
    "daily-error",
    "daily-call-join-error",
    "start-method-error",
  ]);
  expect((await visitor.state()).tracks).toEqual([]);
});
