/** Calls in which the platform recognizes no speech are ended, and no other calls. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { DEFAULT_CONVERSATION } from "../../convex/shared/conversation";
import { paying, onEachBillingBackend } from "./money/billing-world.ts";
import { json, openScriptedPlatform } from "./scripted-platform.ts";
import type { ScriptedPlatform } from "./scripted-platform.ts";
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

onEachBillingBackend((world) => {
  let platform: ScriptedPlatform;
  beforeAll(async () => {
    platform = await openScriptedPlatform();
    await world().setVariables({ ...SILENT_PLATFORM, VAPI_API_URL: platform.url });
  });
  afterAll(() => platform.close());

  /** Somebody has joined, and the platform's record of the call has these messages. */
  async function joinedCall({
    isTest = false,
    endsAfterSeconds = 30,
    messages = [] as object[],
  } = {}) {
    const { owner } = await paying(world(), "PRO");
    const { assistantId, embedId } = await voicedAssistant(world(), owner);
    if (endsAfterSeconds !== 30) {
      const { name, systemPrompt, assistantGoal, voice, widgetColor, widgetIcon, widgetSize } =
        await owner.query(api.assistants.getAssistant, { assistantId });
      const looks = { widgetColor, widgetIcon, widgetSize };
      const texts = { name, systemPrompt, assistantGoal, voice, ...looks };
      const talk = { ...DEFAULT_CONVERSATION, endsAfterSeconds };
      await owner.mutation(api.assistants.updateAssistant, { assistantId, ...texts, talk });
    }
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    const call = await startCall(world(), embedId, isTest ? owner.userId : null);
    const { platformCallId } = call;
    const controlUrl = `${platform.url}/${platformCallId}/control`;
    const live = { id: platformCallId, status: "in-progress", monitor: { controlUrl }, messages };
    platform.answer(`GET /call/${platformCallId}`, json(live));
    platform.answer(`POST /${platformCallId}/control`, json({}));
    await sendReport(world(), statusUpdate(platformCallId, "in-progress", world().clock.now()));
    return { owner, call };
  }

  const isEnded = ({ platformCallId }: StartedCall) =>
    platform.requests.includes(`POST /${platformCallId}/control {"type":"end-call"}`);
  const advance = async (ms: number) => {
    await world().advance(ms);
    await followUp(world());
  };

  // T22: docs/security.md
  test.each([
    ["a visitor's", false],
    ["an owner's own test", true],
  ])(
    "%s call without recognized speech ends after 45 seconds, with the reason",
    async (_, isTest) => {
      const { owner, call } = await joinedCall({ isTest });
      await advance(40_000);
      expect(isEnded(call)).toBe(false);
      await advance(6_000);
      expect(isEnded(call)).toBe(true);
      const startedAtMs = world().clock.now() - 46_000;
      const artifact = { messages: [{ role: "bot", message: "Hello." }] };
      const ended = { endedReason: "assistant-ended-call", startedAtMs, seconds: 46 };
      const analysis = { successEvaluation: "false" };
      const report = { ...ended, artifact, analysis };
      await sendReport(world(), endOfCallReport(call.platformCallId, report));
      const [shown] = await owner.action(api.calls.listCalls, {});
      const why = { endedReason: "nobody-spoke", isSuccessful: false };
      expect(shown).toMatchObject({ status: "ended", ...why });
    },
  );

  test("a call with one recognized word continues", async () => {
    const { call } = await joinedCall();
    await advance(20_000);
    await sendReport(world(), transcript(call.platformCallId, "user", "Hello?"));
    await advance(120_000);
    expect(isEnded(call)).toBe(false);
  });

  test("a call whose report contains the visitor's words is not marked as silent", async () => {
    const { owner, call } = await joinedCall();
    await advance(46_000);
    expect(isEnded(call)).toBe(true);
    const times = { startedAtMs: world().clock.now() - 46_000, seconds: 46 };
    await sendReport(world(), endOfCallReport(call.platformCallId, times));
    const [shown] = await owner.action(api.calls.listCalls, {});
    expect(shown).toMatchObject({ endedReason: "customer-ended-call" });
  });

  test("typed words count once the assistant responds to them", async () => {
    const { call } = await joinedCall();
    const artifact = { messages: [{ role: "user", message: "Do you deliver?" }] };
    const answer = transcript(call.platformCallId, "assistant", "We do.");
    await sendReport(world(), { ...answer, artifact });
    await advance(120_000);
    expect(isEnded(call)).toBe(false);
  });

  test("words that only the platform's record contains count", async () => {
    const { call } = await joinedCall({ messages: [{ role: "user", message: "Hello?" }] });
    await advance(120_000);
    expect(isEnded(call)).toBe(false);
  });

  test("unrecognized sounds and partial transcripts do not count", async () => {
    const { call } = await joinedCall();
    await sendReport(world(), transcript(call.platformCallId, "user", " … "));
    const partial = transcript(call.platformCallId, "user", "Hel");
    await sendReport(world(), { ...partial, type: "transcript", transcriptType: "partial" });
    await advance(46_000);
    expect(isEnded(call)).toBe(true);
  });

  test("the time is counted from the end of the greeting", async () => {
    const { call } = await joinedCall();
    await advance(20_000);
    await sendReport(
      world(),
      transcript(call.platformCallId, "assistant", "Welcome to the bakery."),
    );
    await advance(30_000);
    expect(isEnded(call)).toBe(false);
    // Later questions by the assistant change nothing.
    await sendReport(world(), transcript(call.platformCallId, "assistant", "Are you there?"));
    await advance(16_000);
    expect(isEnded(call)).toBe(true);
  });

  test("an owner's longer silence timeout takes precedence", async () => {
    const { call } = await joinedCall({ endsAfterSeconds: 90 });
    await advance(60_000);
    expect(isEnded(call)).toBe(false);
    await advance(31_000);
    expect(isEnded(call)).toBe(true);
  });

  test("if the platform is down it is asked again, and the call is ended then", async () => {
    const { call } = await joinedCall();
    const request = `GET /call/${call.platformCallId}`;
    platform.answer(request, json({ message: "Down" }, 503));
    await advance(46_000);
    expect(isEnded(call)).toBe(false);
    const controlUrl = `${platform.url}/${call.platformCallId}/control`;
    platform.answer(request, json({ status: "in-progress", monitor: { controlUrl } }));
    await advance(600_000);
    expect(isEnded(call)).toBe(true);
  });
});
