import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { REFUSALS } from "../../convex/shared/messages";
import { eventually } from "../eventually.ts";
import { newAssistant } from "./samples.ts";
import { refusal } from "./refusal.ts";
import {
  beginTestCall,
  createAssistant,
  onEachVoiceBackend,
  statusOfNewest,
} from "./voice-world.ts";
import { endOfCallReport, sendReport, startCall, voicedAssistant } from "./talk.ts";
import type { Assistant } from "./talk.ts";
import type { Owner } from "./world.ts";

const DAY_MS = 86_400_000;

onEachVoiceBackend((world) => {
  async function talked(owner: Owner, assistant: Assistant): Promise<string> {
    const { call, room } = await beginTestCall(world(), owner, assistant);
    await world().advance(20_000);
    room.leave();
    // The report has arrived, and with it everything that counts.
    await eventually(async () => {
      const rows = await world().rows("calls");
      return rows.some((row) => row.platformCallId === call.id && row.endSource === "report");
    });
    await world().settle();
    return call.id;
  }

  const callsOf = (owner: Owner) => owner.action(api.calls.listCalls, {});
  const atPlatform = async (id: string) => (await world().atPlatform(`/call/${id}`)).status;
  const deletionsOf = async ({ userId }: Owner) =>
    (await world().rows("callDeletions")).filter(({ ownerId }) => ownerId === userId);

  async function withSettings(
    owner: Owner,
    { assistantId }: Assistant,
    settings: { recordsCalls?: boolean; callsKeptDays?: 30 | 90 | 365 | null },
  ): Promise<void> {
    const { embedId: _id, ...content } = newAssistant();
    await owner.mutation(api.assistants.updateAssistant, { assistantId, ...content, ...settings });
    await world().settle();
  }

  // T50: docs/security.md
  test("a deleted call is gone here and at the platform, stays counted, and leaves a record", async () => {
    const owner = await world().signUp();
    const assistant = await createAssistant(owner);
    const platformId = await talked(owner, assistant);
    const totals = await owner.query(api.calls.callTotals, {});
    const [call] = await callsOf(owner);
    await owner.mutation(api.calls.deleteCall, { callId: must(call, "call").id });
    expect(await callsOf(owner)).toEqual([]);
    await world().settle();
    expect(await atPlatform(platformId)).toBe(404);
    const texts = await world().rows("callTexts");
    expect(texts.filter(({ ownerId }) => ownerId === owner.userId)).toEqual([]);
    expect(await owner.query(api.calls.callTotals, {})).toEqual(totals);
    const [deletion] = await deletionsOf(owner);
    expect(deletion).toMatchObject({
      callId: call?.id,
      platformCallId: platformId,
      reason: "requested",
    });
    expect(deletion?.deletedAtPlatformAtMs).toBeGreaterThanOrEqual(
      must(deletion, "deletion").deletedAtMs,
    );
  });

  /** One call with a recording, and one with a transcript. */
  async function callsWithTraces(owner: Owner): Promise<string[]> {
    const recorded = await talked(owner, await createAssistant(owner));
    const { embedId } = await voicedAssistant(world(), owner);
    const { platformCallId } = await startCall(world(), embedId, owner.userId);
    const report = { startedAtMs: world().clock.now(), seconds: 0 };
    await sendReport(world(), endOfCallReport(platformCallId, report));
    await world().settle();
    return [recorded, platformCallId];
  }

  async function tracesOf({ userId }: Owner) {
    const texts = (await world().rows("callTexts")).filter(({ ownerId }) => ownerId === userId);
    const outcomes = (await world().rows("outcomes")).filter(({ ownerId }) => ownerId === userId);
    return { texts: texts.length, outcomes: outcomes.length };
  }

  // T50: docs/security.md
  test.each<[what: string, erase: (owner: Owner) => Promise<unknown>]>([
    [
      "calls are deleted one by one",
      async (owner) => {
        for (const { id } of await callsOf(owner)) {
          await owner.mutation(api.calls.deleteCall, { callId: id });
        }
      },
    ],
    [
      "all calls are deleted",
      (owner) => owner.mutation(api.calls.deleteCalls, { assistantId: null }),
    ],
    ["the account is deleted", (owner) => owner.mutation(api.account.deleteAccount, {})],
  ])("if %s, transcripts, recordings and outcomes are deleted at once", async (_, erase) => {
    const owner = await world().signUp();
    const [recorded = ""] = await callsWithTraces(owner);
    const call = (await world().rows("calls")).find((row) => row.platformCallId === recorded);
    const stored = must(call?.recording, "recording");
    if (stored.state !== "stored") throw new Error("The recording was not copied");
    expect(await tracesOf(owner)).toEqual({ texts: 1, outcomes: 2 });
    expect(await world().storedFiles()).toContain(stored.storageId);
    await erase(owner);
    await world().settle();
    expect(await tracesOf(owner)).toEqual({ texts: 0, outcomes: 0 });
    expect(await world().storedFiles()).not.toContain(stored.storageId);
    expect(await atPlatform(recorded)).toBe(404);
  });

  test("while the platform is down the record says that it is not done there, until it is", async () => {
    const owner = await world().signUp();
    const platformId = await talked(owner, await createAssistant(owner));
    await world().control("down", { isDown: true });
    const [call] = await callsOf(owner);
    await owner.mutation(api.calls.deleteCall, { callId: must(call, "call").id });
    await world().settle();
    expect(await deletionsOf(owner)).toMatchObject([{ deletedAtPlatformAtMs: null }]);
    await world().control("down", { isDown: false });
    await world().advance(DAY_MS / 4);
    await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    await eventually(async () => (await atPlatform(platformId)) === 404);
    await eventually(async () => {
      const [deletion] = await deletionsOf(owner);
      return typeof deletion?.deletedAtPlatformAtMs === "number";
    });
  });

  test("an ongoing call cannot be deleted, and deleting all calls leaves it out", async () => {
    const owner = await world().signUp();
    const assistant = await createAssistant(owner);
    for (let call = 0; call < 8; call += 1) await talked(owner, assistant);
    const { room } = await beginTestCall(world(), owner, assistant);
    await eventually(async () => (await statusOfNewest(owner)) === "in-progress");
    const [going] = await callsOf(owner);
    await expect(
      owner.mutation(api.calls.deleteCall, { callId: must(going, "call").id }),
    ).rejects.toEqual(refusal("call_going_on", REFUSALS.callGoingOn));
    await owner.mutation(api.calls.deleteCalls, { assistantId: null });
    await eventually(async () => (await callsOf(owner)).length === 1);
    expect(await callsOf(owner)).toMatchObject([{ id: going?.id }]);
    room.leave();
    await eventually(async () => (await statusOfNewest(owner)) === "ended");
    expect(await deletionsOf(owner)).toHaveLength(8);
  });

  test("deleting one assistant's calls leaves another assistant's calls", async () => {
    const owner = await world().signUp();
    const [bakery, garage] = [await createAssistant(owner), await createAssistant(owner)];
    await talked(owner, bakery);
    await talked(owner, garage);
    await owner.mutation(api.calls.deleteCalls, { assistantId: bakery.assistantId });
    await world().settle();
    expect((await callsOf(owner)).map(({ assistant }) => assistant?.id)).toEqual([
      garage.assistantId,
    ]);
  });

  // T50: docs/security.md
  test("calls are kept for as long as the owner chooses, including earlier calls", async () => {
    const owner = await world().signUp();
    const [brief, forever] = [await createAssistant(owner), await createAssistant(owner)];
    await talked(owner, brief);
    await talked(owner, forever);
    await withSettings(owner, brief, { callsKeptDays: 30 });
    await world().advance(20 * DAY_MS);
    await talked(owner, brief);
    expect(await callsOf(owner)).toHaveLength(3);
    await world().advance(11 * DAY_MS);
    await world().inside.mutation(internal.calls.deletion.deleteDue, {});
    expect((await callsOf(owner)).map(({ assistant }) => assistant?.id).sort()).toEqual(
      [brief.assistantId, forever.assistantId].sort(),
    );
    expect(await deletionsOf(owner)).toMatchObject([{ reason: "retention" }]);
    // The second call was made after the choice.
    await world().advance(20 * DAY_MS);
    await world().inside.mutation(internal.calls.deletion.deleteDue, {});
    expect(await deletionsOf(owner)).toHaveLength(2);
    expect((await callsOf(owner)).map(({ assistant }) => assistant?.id)).toEqual([
      forever.assistantId,
    ]);
    await talked(owner, brief);
    await withSettings(owner, brief, { callsKeptDays: null });
    await world().advance(60 * DAY_MS);
    await world().inside.mutation(internal.calls.deletion.deleteDue, {});
    expect(await callsOf(owner)).toHaveLength(2);
  });

  // T28: docs/security.md
  test("a recording that the platform reports anyway is not stored", async () => {
    const owner = await world().signUp();
    const assistant = await createAssistant(owner);
    await withSettings(owner, assistant, { recordsCalls: false });
    const { callId, platformCallId } = await startCall(world(), assistant.embedId, owner.userId);
    const endReport = endOfCallReport(platformCallId, {
      startedAtMs: world().clock.now(),
      seconds: 5,
    });
    const artifact = { ...endReport.artifact, recordingUrl: "https://storage.example/a.mp3" };
    expect((await sendReport(world(), { ...endReport, artifact })).status).toBe(200);
    const call = (await world().rows("calls")).find(({ _id }) => _id === callId);
    expect(must(call, "call")).toMatchObject({ status: "ended" });
    expect(call?.recording).toBeUndefined();
  });

  // T28: docs/security.md
  test("an owner who turns recording off has no new recordings and keeps no old ones", async () => {
    const owner = await world().signUp();
    const assistant = await createAssistant(owner);
    await withSettings(owner, assistant, { recordsCalls: false });
    const platformId = await talked(owner, assistant);
    const { body } = await world().atPlatform(`/call/${platformId}`);
    expect(body).toMatchObject({
      assistantOverrides: { artifactPlan: { recordingEnabled: false } },
    });
    const [call] = await callsOf(owner);
    const details = await owner.action(api.calls.getCallDetails, {
      callId: must(call, "call").id,
    });
    expect(details).toMatchObject({ recordingUrl: null, isRecordingPending: false });
  });
});
