/**
 * An export of a deployment contains no scheduled functions, so after a restore everything that was requested must be
 * done by the job queue or a cron.
 */
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { eventually } from "../eventually.ts";
import { openLocal } from "./local-world.ts";
import type { LocalWorld } from "./local-world.ts";
import { ownedBy } from "./owned.ts";
import { newAssistant } from "./samples.ts";
import { openScriptedPlatform } from "./scripted-platform.ts";
import type { ScriptedPlatform } from "./scripted-platform.ts";
import {
  endOfCallReport,
  sendReport,
  SILENT_PLATFORM,
  startCall,
  voicedAssistant,
} from "./talk.ts";
import { withReceiver } from "./with-receiver.ts";
import type { Owner } from "./world.ts";

/** The number of scheduled functions that the backend runs at once. */
const PLACES = 8;
/** More than are deleted in one transaction or one step. */
const CALLS = 120;
const DAY_MS = 86_400_000;

let opened: LocalWorld | undefined;
const world = () => must(opened, "world");
beforeAll(async () => {
  opened = await openLocal();
});
afterAll(() => opened?.close());

const receiver = withReceiver(world);
let platform: ScriptedPlatform;
beforeAll(async () => {
  platform = await openScriptedPlatform();
  // So many that recordings can take all slots of the backend.
  const places = { SCHEDULED_FUNCTIONS: "256" };
  await world().setVariables({ ...SILENT_PLATFORM, ...places, VAPI_API_URL: platform.url });
});
afterAll(() => platform.close());

/** An owner with this many calls of one assistant. */
async function ownerWithCalls() {
  const owner = await world().signUp();
  const assistant = await voicedAssistant(world(), owner);
  const { platformCallId } = await startCall(world(), assistant.embedId, owner.userId);
  const report = { startedAtMs: world().clock.now(), seconds: 5 };
  await sendReport(world(), endOfCallReport(platformCallId, report));
  await world().settle();
  const made = (await world().rows("calls")).find((call) => call.ownerId === owner.userId);
  const { _id, _creationTime, platformCallId: _, ...call } = must(made, "call");
  await world().insert(
    "calls",
    Array.from({ length: CALLS - 1 }, () => call),
  );
  return { owner, ...assistant };
}

/** Recordings that never arrive take all slots, so that nothing scheduled starts: for up to two minutes. */
async function takeAllPlaces() {
  const owner = await world().signUp();
  const { embedId } = await voicedAssistant(world(), owner);
  const held: ServerResponse[] = [];
  for (let made = 0; made < PLACES; made++) {
    const { platformCallId } = await startCall(world(), embedId, owner.userId);
    const request = `GET /call/${platformCallId}/mono-recording`;
    platform.answer(request, (response) => void held.push(response));
    const times = { startedAtMs: world().clock.now(), seconds: 5 };
    const { artifact, ...report } = endOfCallReport(platformCallId, times);
    const recording = { mono: { combinedUrl: "https://example.com/recording" } };
    await sendReport(world(), { ...report, artifact: { ...artifact, recording } });
  }
  await eventually(() => held.length === PLACES);
  return () => {
    for (const response of held) response.end("RIFF");
  };
}

const callsOf = async ({ userId }: Owner) =>
  (await world().rows("calls")).filter(({ ownerId }) => ownerId === userId);

test("everything that was requested is done although all scheduled functions are lost", async () => {
  const tidy = await ownerWithCalls();
  const brief = await ownerWithCalls();
  const leaving = await ownerWithCalls();
  const webhook = { url: `${receiver.url}log`, events: ["call.ended" as const] };
  const { id: endpointId } = await brief.owner.mutation(api.webhooks.addEndpoint, webhook);
  await brief.owner.mutation(api.webhooks.sendTest, { endpointId });
  await world().settle();

  const release = await takeAllPlaces();
  await tidy.owner.mutation(api.calls.deleteCalls, { assistantId: null });
  await leaving.owner.mutation(api.account.deleteAccount, {});
  await brief.owner.mutation(api.webhooks.removeEndpoint, { endpointId });
  const { embedId: _, ...settings } = newAssistant();
  const { assistantId } = brief;
  const kept = { ...settings, assistantId, callsKeptDays: 30 as const };
  await brief.owner.mutation(api.assistants.updateAssistant, kept);
  await world().dropScheduled();
  release();
  await world().settle();
  expect((await callsOf(tidy.owner)).length).toBeGreaterThan(0);
  expect(await callsOf(leaving.owner)).toHaveLength(CALLS);

  await world().inside.mutation(internal.jobs.startJobs.sweep, {});
  await world().settle();
  await world().inside.mutation(internal.jobs.startJobs.sweep, {});
  await world().settle();
  expect(await callsOf(tidy.owner)).toEqual([]);
  expect(await ownedBy(world(), leaving.owner.userId)).toEqual({});
  expect((await callsOf(brief.owner)).every((call) => call.deleteAtMs !== undefined)).toBe(true);
  const log = await world().rows("webhookDeliveries");
  expect(log.filter((delivery) => delivery.endpointId === endpointId)).toEqual([]);
});

test("an unpaid charge ends service after its grace period although its scheduled function is lost", async () => {
  const owner = await world().signUp();
  const nowMs = world().clock.now();
  const period = { ownerId: owner.userId, startMs: nowMs, endMs: nowMs + 30 * DAY_MS };
  const used = { seconds: 0, calls: 0, terms: null, billedToMinute: 0, isSettled: false };
  await world().insert("usagePeriods", [{ ...period, ...used }]);
  const [made] = (await world().rows("usagePeriods")).filter(
    ({ ownerId }) => ownerId === owner.userId,
  );
  await world().insert("overageCharges", [
    {
      ownerId: owner.userId,
      usagePeriodId: must(made, "period")._id,
      stripeCustomerId: "cus_1",
      stripeSubscriptionId: "sub_1",
      fromMinute: 0,
      toMinute: 60,
      rateCents: 12,
      amountCents: 720,
      state: "failed",
      payAttempt: 1,
      graceEndsAtMs: nowMs + DAY_MS,
    },
  ]);
  const isOver = async () => (await world().rows("overageCharges"))[0]?.isGraceOver;
  await world().inside.mutation(internal.billing.overage.notifications.endDueGraces, {});
  expect(await isOver()).toBeUndefined();
  await world().advance(DAY_MS);
  await world().inside.mutation(internal.billing.overage.notifications.endDueGraces, {});
  expect(await isOver()).toBe(true);
});
