/** docs/webhooks.md: the fields of each event, and a server that recovers. */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import type { Finding } from "../../convex/shared/findings";
import { answers, ACCEPT } from "./receiver.ts";
import {
  endOfCallReport,
  foundOut,
  sendReport,
  SILENT_PLATFORM,
  startCall,
  statusUpdate,
  voicedAssistant,
} from "./talk.ts";
import { withReceiver } from "./with-receiver.ts";
import { onEachBackend } from "./world.ts";
import type { Owner } from "./world.ts";

const MINUTE_MS = 60_000;
const CALLS = ["call.started", "call.ended", "outcome.created"] as const;
const FINDINGS: Finding[] = [
  { label: "Name", kind: "text", isRequired: false },
  { label: "Day", kind: "date", isRequired: false },
];

onEachBackend((world) => {
  const receiver = withReceiver(world, SILENT_PLATFORM);

  async function listener() {
    const owner = await world().signUp();
    const args = { url: `${receiver.url}hook`, events: [...CALLS] };
    const { id: endpointId } = await owner.mutation(api.webhooks.addEndpoint, args);
    return { owner, endpointId };
  }

  async function reportedCall(owner: Owner, isJoined: boolean) {
    const { assistantId, embedId } = await voicedAssistant(world(), owner, "Bakery", FINDINGS);
    const { callId, platformCallId } = await startCall(world(), embedId, owner.userId);
    const startedAtMs = world().clock.now();
    if (isJoined)
      await sendReport(world(), statusUpdate(platformCallId, "in-progress", startedAtMs));
    await world().advance(20_000);
    const found = foundOut(isJoined ? { found: { name: "Maria" }, mood: "positive" } : {});
    const report = endOfCallReport(platformCallId, { startedAtMs, seconds: 20 });
    const artifact = { ...report.artifact, ...found };
    const unjoined = { startedAt: null, endedReason: "customer-did-not-answer", artifact };
    const sent = isJoined ? { ...report, artifact } : { ...report, ...unjoined };
    expect((await sendReport(world(), sent)).status).toBe(200);
    await world().settle();
    const iso = (ms: number) => new Date(ms).toISOString();
    const [startedAt, endedAt] = [iso(startedAtMs), iso(startedAtMs + 20_000)];
    return { of: { callId, assistantId, assistantName: "Bakery" }, startedAt, endedAt };
  }

  test("an event has all of its documented fields, and no others", async () => {
    const { owner } = await listener();
    const { of, startedAt, endedAt } = await reportedCall(owner, true);
    const [started, ended, outcome] = receiver.received.map(({ event }) => event.data);
    const start = { ...of, channel: "voice", isTest: true, startedAt };
    expect(started).toEqual(start);
    expect(ended).toEqual({
      ...{ ...start, endedAt },
      ...{ durationSeconds: 20, endedReason: "customer-ended-call" },
    });
    expect(outcome).toEqual({
      ...{ callId: of.callId, assistantId: of.assistantId, assistantName: of.assistantName },
      channel: "voice",
      ...{ at: endedAt, mood: "positive", language: null, isSuccessful: true, unanswered: "" },
      leftBecause: null,
      isUnderway: false,
      asks: null,
      answerUrl: null,
      conversationSoFar: null,
      ...{ found_name: "Maria", found_day: null },
    });
    for (const { event } of receiver.received) {
      expect(Object.keys(event)).toEqual(["type", "timestamp", "data"]);
      expect(new Date(event.timestamp).toISOString()).toBe(event.timestamp);
    }
  });

  test("a call that nobody joined is not announced", async () => {
    const { owner } = await listener();
    await reportedCall(owner, false);
    expect(receiver.received).toEqual([]);
  });

  test("a recovered server receives the queued events as soon as it accepts one", async () => {
    const { owner, endpointId } = await listener();
    receiver.behave(answers(503));
    const send = async () => {
      await owner.mutation(api.webhooks.sendTest, { endpointId });
      await world().settle();
    };
    await send();
    for (const minutes of [1, 6, 6]) {
      await world().advance(minutes * MINUTE_MS);
      await world().inside.mutation(internal.jobs.startJobs.sweep, {});
      await world().settle();
    }
    // Otherwise the next retry would be in half an hour.
    const waiting = new Set(receiver.received.map(({ id }) => id));
    expect(waiting.size).toBe(1);
    receiver.behave(ACCEPT);
    const before = receiver.received.length;
    await send();
    const taken = receiver.received.slice(before).map(({ id }) => id);
    expect(taken).toHaveLength(2);
    expect(taken).toContain(must([...waiting][0], "what waited"));
  });
});
