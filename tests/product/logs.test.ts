/** What the functions log about a conversation, from the page to the voice platform and back. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { opened } from "../opened.ts";
import { openInMemory } from "./in-memory-world.ts";
import { endOfCallReport, followUp, sendReport, statusUpdate, transcript } from "./talk.ts";
import { readAnswer, type } from "./typed.ts";
import { createAssistant, openVoice, postCall } from "./voice-world.ts";
import type { World } from "./world.ts";

const inMemory = opened<World>(openInMemory);
const voice = opened(() => openVoice(inMemory()));
const world = () => voice().world;

const HOUR_MS = 3_600_000;

/** Each names somebody. They are said, typed, or stand in what a page sends. */
const PERSONAL = ["Maria Keller", "m.keller@shop.example", "079 555 12 34", "two loaves", "/maria"];
const WORDS = "I am Maria Keller, m.keller@shop.example, 079 555 12 34: two loaves.";
const PAGE = { title: "Maria Keller", url: "https://shop.example/maria" };

let printed: string[] = [];

beforeEach(() => {
  printed = [];
  for (const kind of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, kind).mockImplementation((...parts: unknown[]) => {
      printed.push(parts.map((part) => (part instanceof Error ? part.stack : String(part))).join());
    });
  }
});
afterEach(async () => {
  await world().control("faults/clear", {});
  await world().settle();
  vi.restoreAllMocks();
});

interface Line {
  event: string;
  conversation?: string;
  [name: string]: unknown;
}

function linesAbout(conversation: string): Line[] {
  const lines = printed.filter((line) => line.startsWith("{") && line.includes(conversation));
  return lines.map((line) => JSON.parse(line) as Line);
}

async function testing() {
  const owner = await world().signUp();
  const { embedId } = await createAssistant(owner);
  const newest = async () => {
    const rows = await world().rows("calls");
    return must(
      rows.findLast(({ ownerId }) => ownerId === owner.userId),
      "conversation",
    );
  };
  return { owner, embedId, bearer: await owner.token(), newest };
}

test("one id leads from the page's request through the platform's webhooks to the owner's page of the call", async () => {
  const { owner, embedId, bearer, newest } = await testing();
  const started = await postCall(world(), bearer, embedId, { page: PAGE });
  expect(started.status).toBe(201);
  const { _id: id, platformCallId: vendorId = "" } = await newest();
  const { body } = await world().atPlatform(`/call/${vendorId}`);
  expect(JSON.stringify(body)).toContain(`"callId":"${id}"`);
  const startedAtMs = world().clock.now();
  const withId = <Message extends { call: object }>(message: Message) => ({
    ...message,
    call: { ...message.call, assistantOverrides: { metadata: { callId: id } } },
  });
  await sendReport(world(), withId(statusUpdate(vendorId, "in-progress", startedAtMs)));
  await sendReport(world(), withId(transcript(vendorId, "user", WORDS)));
  const report = endOfCallReport(vendorId, { startedAtMs, seconds: 20 });
  await sendReport(world(), withId({ ...report, analysis: { summary: WORDS } }));
  await world().settle();
  const lines = linesAbout(id);
  expect(lines.map(({ event, type: kind }) => kind ?? event)).toEqual(
    expect.arrayContaining(["call.started", "status-update", "end-of-call-report"]),
  );
  for (const line of lines) if ("vendorId" in line) expect(line.vendorId).toBe(vendorId);
  const [shown] = await owner.action(api.calls.listCalls, {});
  expect(shown?.id).toBe(id);
});

test("a typed answer and a failed one say how long it took, and the visitor can name the conversation", async () => {
  const { embedId, bearer, newest } = await testing();
  const who = { bearer, embedId };
  const first = await readAnswer(await type(world(), who, { text: WORDS, page: PAGE }));
  const { _id: id } = await newest();
  expect(linesAbout(id)).toMatchObject([
    { event: "chat.answered", ms: expect.any(Number) as number },
  ]);
  await world().control("faults", { method: "POST", path: "/chat", status: 500, count: 1 });
  const failed = await type(world(), who, { text: WORDS, thread: first.thread });
  const text = await failed.text();
  const [, reference = "missing"] = /"reference":"([^"]+)"/.exec(text) ?? [];
  expect(id).toContain(reference);
  expect(linesAbout(reference)).toContainEqual(
    expect.objectContaining({
      event: "chat.failed",
      level: "error",
      conversation: id,
      status: 500,
    }),
  );
});

// T135: docs/security.md
test("nothing that somebody said, typed or is reached by is in the log, whatever fails", async () => {
  const { embedId, bearer } = await testing();
  const who = { bearer, embedId };
  const ask = async (more: object = {}) =>
    await (await type(world(), who, { text: WORDS, page: PAGE, place: WORDS, ...more })).text();
  await ask();
  const facts = { name: WORDS };
  const call = async () => await postCall(world(), bearer, embedId, { page: PAGE, facts });
  const acts = { "/session": ask, "/chat": ask, "/call/web": call };
  for (const [path, act] of Object.entries(acts)) {
    for (const status of [400, 503]) {
      await world().control("faults", { method: "POST", path, status, count: 1 });
      await act();
      await world().control("faults/clear", {});
    }
  }
  await sendReport(world(), {
    ...statusUpdate(WORDS, WORDS, 0),
    call: { id: WORDS, assistantOverrides: { metadata: { callId: WORDS } } },
  });
  await sendReport(world(), transcript(WORDS, "user", WORDS));
  // The typed conversation ends, and its end is evaluated.
  await world().advance(HOUR_MS);
  await followUp(world());
  const events = linesAbout("event").map(({ event }) => event);
  const expected = ["chat.answered", "chat.failed", "call.failed", "webhook.received", "job.done"];
  expect(events).toEqual(expect.arrayContaining(expected));
  const all = printed.join("\n");
  for (const words of PERSONAL) expect(all).not.toContain(words);
  expect(all).not.toContain(bearer);
});
