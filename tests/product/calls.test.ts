import { beforeAll, expect, test } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { MESSAGES, REFUSALS } from "../../convex/shared/messages";
import { anyAddress } from "../any-address.ts";
import { refusal } from "./refusal.ts";
import {
  SILENT_PLATFORM,
  WEBHOOK_SECRET,
  endOfCallReport,
  followUp,
  sendReport,
  startCall,
  statusUpdate,
  talk,
  voicedAssistant,
} from "./talk.ts";
import { onEachBackend } from "./world.ts";

const { listCalls, getCallDetails, callTotals, pageCalls, searchCalls, callHours, recentCalls } =
  api.calls;

const HOUR_MS = 3_600_000;
const EVERYTHING = { assistantId: null, status: null, fromMs: null, toMs: null };
const firstPage = { numItems: 10, cursor: null };

onEachBackend((world) => {
  beforeAll(() => world().setVariables(SILENT_PLATFORM));

  async function ownerWithAssistant() {
    const owner = await world().signUp();
    return { owner, assistant: await voicedAssistant(world(), owner) };
  }

  test("a call goes from queued to ended as the platform reports it", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    const { callId, platformCallId } = await startCall(world(), assistant.embedId, owner.userId);
    const status = async () => (await owner.action(listCalls, {})).map((call) => call.status);
    expect(await status()).toEqual(["queued"]);
    const atMs = world().clock.now();
    await sendReport(world(), statusUpdate(platformCallId, "in-progress", atMs));
    expect(await status()).toEqual(["in-progress"]);
    await world().advance(90_000);
    await sendReport(world(), endOfCallReport(platformCallId, { startedAtMs: atMs, seconds: 90 }));
    expect(await owner.action(listCalls, {})).toMatchObject([
      {
        id: callId,
        status: "ended",
        assistant: { name: "Ada" },
        isTest: true,
        startedAt: new Date(atMs).toISOString(),
        endedAt: new Date(atMs + 90_000).toISOString(),
        cost: 0.125,
        endedReason: "customer-ended-call",
        summary: "They asked when the bakery opens.",
        analysis: { successEvaluation: { success: true } },
        isSuccessful: true,
        exchangeCount: 2,
      },
    ]);
  });

  // T20: docs/security.md
  test("the details of a call have its transcript and messages, without the prompt", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    const { callId } = await talk(world(), owner, assistant, 30);
    expect(await owner.action(getCallDetails, { callId })).toMatchObject({
      transcript: "AI: Hello.\nUser: When do you open?\n",
      messages: [
        { role: "assistant", text: "Hello.", secondsFromStart: 0.4 },
        { role: "user", text: "When do you open?", secondsFromStart: 2.1 },
      ],
      recordingUrl: null,
    });
  });

  test("a repeated report and a late status change nothing", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    const { platformCallId } = await talk(world(), owner, assistant, 61);
    const before = await owner.action(listCalls, {});
    const startedAtMs = world().clock.now();
    await sendReport(world(), endOfCallReport(platformCallId, { startedAtMs, seconds: 400 }));
    await sendReport(world(), statusUpdate(platformCallId, "in-progress", startedAtMs));
    expect(await owner.action(listCalls, {})).toEqual(before);
    expect(await owner.query(callTotals, {})).toEqual({
      calls: 1,
      endedCalls: 1,
      seconds: 61,
      cost: 0.125,
    });
  });

  test("a report that arrives before the platform's response finds its call by our own ID", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    const { embedId } = assistant;
    const args = { embedId, ownerId: owner.userId, address: anyAddress() };
    const reserved = await world().inside.mutation(internal.calls.reservation.reserve, args);
    if (reserved.kind === "refused") throw new Error(reserved.message);
    const { callId } = reserved;
    const report = endOfCallReport("fast", { startedAtMs: world().clock.now(), seconds: 12 });
    const call = { id: "fast", assistantOverrides: { metadata: { callId } } };
    await sendReport(world(), { ...report, call });
    await world().inside.mutation(internal.calls.start.confirm, {
      callId,
      platformCallId: "fast",
    });
    expect(await owner.query(callTotals, {})).toMatchObject({ calls: 1, seconds: 12 });
  });

  // T30: docs/security.md
  test("a report without the secret, or about an unknown call, has no effect", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    const { platformCallId } = await startCall(world(), assistant.embedId, owner.userId);
    const times = { startedAtMs: world().clock.now(), seconds: 10 };
    const forged = await sendReport(world(), endOfCallReport(platformCallId, times), "guess");
    expect(forged.status).toBe(401);
    const stray = await sendReport(world(), endOfCallReport("unknown", times));
    expect(stray.status).toBe(200);
    expect(await owner.query(callTotals, {})).toMatchObject({ calls: 1, endedCalls: 0 });
  });

  // T30: docs/security.md
  test("a report about another of the platform's calls that contains our ID has no effect", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    const { callId } = await startCall(world(), assistant.embedId, owner.userId);
    const times = { startedAtMs: world().clock.now(), seconds: 10 };
    const call = { id: "another", assistantOverrides: { metadata: { callId } } };
    const stray = await sendReport(world(), { ...endOfCallReport("another", times), call });
    expect(stray.status).toBe(200);
    expect(await owner.query(callTotals, {})).toMatchObject({ calls: 1, endedCalls: 0 });
  });

  test.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["no message", "{}"],
    ["no call", JSON.stringify({ message: { type: "end-of-call-report" } })],
    ["no end", JSON.stringify({ message: { type: "end-of-call-report", call: { id: "x" } } })],
  ])("a report with %s is refused", async (_, body) => {
    const headers = { "X-Vapi-Secret": WEBHOOK_SECRET };
    const answer = await fetch(`${world().siteUrl}/vapi`, { method: "POST", headers, body });
    expect(answer.status).toBe(400);
  });

  test("owners see only their own calls", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    const { callId } = await talk(world(), owner, assistant, 30);
    const other = await world().signUp();
    const notFound = refusal("call_not_found", REFUSALS.callNotFound);
    expect(await other.action(listCalls, {})).toEqual([]);
    expect(await other.query(searchCalls, { words: "bakery" })).toEqual([]);
    await expect(other.action(getCallDetails, { callId })).rejects.toEqual(notFound);
    await expect(world().visitor.action(listCalls, {})).rejects.toEqual(
      refusal("not_signed_in", MESSAGES.notSignedIn),
    );
  });

  test("calls are listed newest first, page by page, with filters for assistant, status and time", async () => {
    const { owner, assistant: ada } = await ownerWithAssistant();
    const grace = await voicedAssistant(world(), owner, "Grace");
    await talk(world(), owner, ada, 20);
    await world().advance(HOUR_MS);
    const laterMs = world().clock.now();
    await talk(world(), owner, grace, 20);
    await startCall(world(), ada.embedId, owner.userId);
    const names = async (filter: Partial<typeof EVERYTHING> | object) => {
      const args = { ...EVERYTHING, ...filter, paginationOpts: firstPage };
      return (await owner.query(pageCalls, args)).page.map(
        (call) => `${call.assistant?.name} ${call.status}`,
      );
    };
    expect(await names({})).toEqual(["Ada queued", "Grace ended", "Ada ended"]);
    expect(await names({ assistantId: ada.assistantId })).toEqual(["Ada queued", "Ada ended"]);
    expect(await names({ status: "ended" })).toEqual(["Grace ended", "Ada ended"]);
    expect(await names({ status: "queued", assistantId: grace.assistantId })).toEqual([]);
    expect(await names({ status: "ended", assistantId: ada.assistantId })).toEqual(["Ada ended"]);
    expect(await names({ fromMs: laterMs, status: "ended" })).toEqual(["Grace ended"]);
    expect(await names({ toMs: laterMs })).toEqual(["Ada ended"]);
  });

  test.each([0, -1, 0.5, Number.NaN, Number.NEGATIVE_INFINITY])(
    "a page of %d calls contains one",
    async (numItems) => {
      const { owner, assistant } = await ownerWithAssistant();
      await talk(world(), owner, assistant, 20);
      await talk(world(), owner, assistant, 20);
      const paginationOpts = { ...firstPage, numItems };
      const { page } = await owner.query(pageCalls, { ...EVERYTHING, paginationOpts });
      expect(page).toHaveLength(1);
    },
  );

  test("a call is found by words of its summary and its transcript", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    const { callId } = await talk(world(), owner, assistant, 30);
    for (const words of ["bakery", "  open  "]) {
      expect(await owner.query(searchCalls, { words })).toMatchObject([{ id: callId }]);
    }
    expect(await owner.query(searchCalls, { words: "submarine" })).toEqual([]);
    expect(await owner.query(searchCalls, { words: " " })).toEqual([]);
  });

  test("hours, recent calls and totals follow the call's duration", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    await talk(world(), owner, assistant, 30);
    await talk(world(), owner, assistant, 45);
    const around = { fromMs: world().clock.now() - 2 * HOUR_MS, toMs: world().clock.now() };
    for (const assistantId of [null, assistant.assistantId]) {
      const hours = await owner.query(callHours, { assistantId, ...around });
      expect(hours.reduce((sum, hour) => sum + hour.seconds, 0)).toBe(75);
      expect(hours.reduce((sum, hour) => sum + hour.calls, 0)).toBe(2);
    }
    expect(await owner.query(recentCalls, {})).toEqual(await owner.action(listCalls, {}));
  });

  test("the calls of a deleted assistant stay and still count", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    await talk(world(), owner, assistant, 30);
    const { assistantId } = assistant;
    await owner.mutation(api.assistants.deleteAssistant, { assistantId });
    expect(await owner.action(listCalls, {})).toMatchObject([{ assistant: null }]);
    expect(await owner.query(callTotals, {})).toMatchObject({ calls: 1, seconds: 30 });
  });

  test("a call that the platform never heard of frees its slot", async () => {
    const { owner, assistant } = await ownerWithAssistant();
    const { embedId } = assistant;
    const args = { embedId, ownerId: owner.userId, address: anyAddress() };
    await world().inside.mutation(internal.calls.reservation.reserve, args);
    expect(await world().inside.mutation(internal.calls.reservation.reserve, args)).toMatchObject({
      code: "busy",
    });
    await world().advance(5 * 60_000);
    await followUp(world());
    expect(await world().inside.mutation(internal.calls.reservation.reserve, args)).toHaveProperty(
      "callId",
    );
    expect(await owner.query(callTotals, {})).toMatchObject({ calls: 1 });
  });
});
