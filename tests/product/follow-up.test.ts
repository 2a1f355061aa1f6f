import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { onEachBillingBackend, paying } from "./money/billing-world.ts";
import { eventually } from "../eventually.ts";
import { json, openScriptedPlatform } from "./scripted-platform.ts";
import type { Reply, ScriptedPlatform } from "./scripted-platform.ts";
import {
  SILENT_PLATFORM,
  endOfCallReport,
  followUp,
  sendReport,
  startCall,
  statusUpdate,
  transcript,
  voicedAssistant,
} from "./talk.ts";
import type { StartedCall } from "./talk.ts";

const MINUTE_MS = 60_000;
/** The number of concurrent jobs of one kind if Convex runs this many scheduled functions at once. */
const SCHEDULED_FUNCTIONS = "32";
const AT_ONCE = 7;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The longest call, the time to join it, and a moment for its report. */
const OVERDUE_MS = 33 * MINUTE_MS;

onEachBillingBackend((world) => {
  let platform: ScriptedPlatform;
  beforeAll(async () => {
    platform = await openScriptedPlatform();
    const limits = { CONCURRENCY_PER_OWNER: "1000", SCHEDULED_FUNCTIONS };
    await world().setVariables({ ...SILENT_PLATFORM, ...limits, VAPI_API_URL: platform.url });
  });
  afterAll(() => platform.close());

  /** Calls that have started, and whose end nobody reports. */
  async function silentCalls(count: number) {
    const { owner } = await paying(world(), "PRO");
    // Together they could use more extra minutes than the owner allows.
    await owner.mutation(api.subscriptions.setSpendingLimit, { limit: null });
    const calls: StartedCall[] = [];
    let embedId = "";
    for (let index = 0; index < count; index++) {
      // One button accepts no more calls at once.
      if (index % 25 === 0) ({ embedId } = await voicedAssistant(world(), owner, `Ada ${index}`));
      const call = await startCall(world(), embedId, owner.userId);
      const startedAtMs = world().clock.now();
      await sendReport(world(), statusUpdate(call.platformCallId, "in-progress", startedAtMs));
      await sendReport(world(), transcript(call.platformCallId, "user", "Hello!"));
      calls.push(call);
    }
    return { owner, calls };
  }

  const workOf = async (calls: StartedCall[]) => {
    const ids = new Set<string>(calls.map(({ callId }) => callId));
    return (await world().rows("jobs")).filter(({ key }) => ids.has(key));
  };
  const rowsOf = async (calls: StartedCall[]) => {
    const ids = new Set(calls.map(({ callId }) => callId));
    return (await world().rows("calls")).filter(({ _id }) => ids.has(_id));
  };

  test.each<[string, Reply]>([
    ["is no JSON", (response) => void response.end("<html>Bad gateway</html>")],
    ["is JSON of another kind", (response) => void response.end("null")],
    ["breaks off", (response) => void response.writeHead(200).write("{", () => response.destroy())],
  ])("calls whose response %s do not delay others", async (_, poison) => {
    const { owner, calls } = await silentCalls(53);
    const times = { startedAtMs: world().clock.now(), seconds: 30 };
    for (const { platformCallId } of calls) {
      platform.answer(`GET /call/${platformCallId}`, poison);
    }
    const healthy = calls.slice(-2);
    for (const { platformCallId } of healthy) {
      const report = endOfCallReport(platformCallId, times);
      platform.answer(`GET /call/${platformCallId}`, json({ ...report, status: "ended" }));
    }
    await world().advance(OVERDUE_MS);
    await followUp(world());
    expect(await owner.query(api.calls.callTotals, {})).toMatchObject({
      endedCalls: healthy.length,
      seconds: healthy.length * 30,
    });
    const ill = await workOf(calls);
    const waits = ill.map(({ dueAtMs }) => (dueAtMs ?? 0) - world().clock.now());
    expect(waits).toHaveLength(calls.length - healthy.length);
    expect(Math.min(...waits)).toBeGreaterThan(MINUTE_MS / 3);
    // They are asked about more and more rarely, and closed once the platform has deleted them.
    await world().advance(12 * DAY_MS);
    await followUp(world());
    expect(await owner.query(api.calls.callTotals, {})).toMatchObject({
      endedCalls: healthy.length,
    });
    await world().advance(1.5 * DAY_MS);
    await followUp(world());
    expect(await owner.query(api.calls.callTotals, {})).toMatchObject({
      endedCalls: calls.length,
      seconds: healthy.length * 30,
    });
    const attention = await world().inside.query(internal.operator.attention, {});
    const givenUp = new Set(attention.map(({ key }) => key));
    expect(calls.map(({ callId }) => givenUp.has(callId))).toEqual(
      calls.map((call) => !healthy.includes(call)),
    );
  });

  // T44: docs/security.md
  test("recordings that could not be fetched are fetched a few at a time, until all are stored", async () => {
    // convex-test cannot store two files at once: "Write outside of transaction".
    const { owner, calls } = await silentCalls(world().knowsAddresses ? 12 : 1);
    const times = { startedAtMs: world().clock.now(), seconds: 30 };
    const recording = { mono: { combinedUrl: "https://example.com/recording" } };
    for (const { platformCallId } of calls) {
      platform.answer(`GET /call/${platformCallId}/mono-recording`, json({}, 503));
      const { artifact, ...report } = endOfCallReport(platformCallId, times);
      await sendReport(world(), { ...report, artifact: { ...artifact, recording } });
    }
    await world().settle();
    const held: ServerResponse[] = [];
    let isHeld = true;
    for (const { platformCallId } of calls) {
      platform.answer(`GET /call/${platformCallId}/mono-recording`, (response) => {
        if (isHeld) held.push(response);
        else response.end("RIFF");
      });
    }
    world().skip(5 * MINUTE_MS);
    await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    // Until all requests that were started wait there, so that a further one would show.
    await eventually(async () => held.length > 0 && (await world().unfinished()) === held.length);
    expect(held).toHaveLength(Math.min(AT_ONCE, calls.length));
    isHeld = false;
    for (const response of held) response.end("RIFF");
    await world().settle();
    const states = (await rowsOf(calls)).map((call) => call.recording?.state);
    expect(states).toEqual(calls.map(() => "stored"));
    await owner.mutation(api.account.deleteAccount, {});
    await world().settle();
  });

  // The platform keeps calls for 14 days: https://docs.vapi.ai/assistants/call-recording
  test("if the platform is silent for ten days, no report and no recording is lost", async () => {
    const { owner, calls } = await silentCalls(2);
    const [spoken, recorded] = calls as [StartedCall, StartedCall];
    const times = { startedAtMs: world().clock.now(), seconds: 30 };
    const down = json({ message: "Down" }, 503);
    const report = endOfCallReport(spoken.platformCallId, times);
    platform.answer(`GET /call/${spoken.platformCallId}`, down);
    const artifact = { presignedMonoUrl: "https://example.com/recording" };
    await sendReport(world(), {
      ...endOfCallReport(recorded.platformCallId, times),
      artifact,
    });
    const recording = `GET /call/${recorded.platformCallId}/mono-recording`;
    platform.answer(recording, down);
    for (let day = 0; day < 10; day++) {
      await world().advance(DAY_MS);
      await followUp(world());
    }
    platform.answer(`GET /call/${spoken.platformCallId}`, json({ ...report, status: "ended" }));
    platform.answer(recording, (response) => void response.end("RIFF"));
    await world().advance(DAY_MS);
    await followUp(world());
    expect(await owner.query(api.calls.callTotals, {})).toMatchObject({ seconds: 60 });
    expect((await rowsOf(calls)).map((call) => call.recording?.state)).toEqual([
      undefined,
      "stored",
    ]);
  });

  test("a recording that is too long is not requested again", async () => {
    const { calls } = await silentCalls(1);
    const [call] = calls as [StartedCall];
    const request = `GET /call/${call.platformCallId}/mono-recording`;
    platform.answer(request, (response) => void response.end(Buffer.alloc(25_000_001)));
    const times = { startedAtMs: world().clock.now(), seconds: 30 };
    const recording = { mono: { combinedUrl: "https://example.com/recording" } };
    const report = endOfCallReport(call.platformCallId, times);
    await sendReport(world(), { ...report, artifact: { ...report.artifact, recording } });
    await world().settle();
    expect(await rowsOf(calls)).toMatchObject([{ recording: { state: "lost" } }]);
    await world().advance(60 * MINUTE_MS);
    await followUp(world());
    expect(platform.requests.filter((line) => line === request)).toHaveLength(1);
  });
});
