/** What one visitor typed and said in several conversations is one entry of the inbox. */
import { beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { callApi, newKey } from "./api-client.ts";
import { MINUTE_MS } from "./money/billing-world.ts";
import { SILENT_PLATFORM, voicedAssistant } from "./talk.ts";
import { onEachBackend } from "./world.ts";

onEachBackend((world) => {
  beforeAll(() => world().setVariables(SILENT_PLATFORM));

  /** An owner whose visitor has typed and called, in this order, with one thread. */
  async function ownerOfThread() {
    const owner = await world().signUp();
    const findings = [{ label: "Name", kind: "text", isRequired: false } as const];
    const { assistantId } = await voicedAssistant(world(), owner, "Ada", findings);
    const threadId = `thread of ${owner.userId}`;
    const startMs = world().clock.now() - 60 * MINUTE_MS;
    const ownerId = owner.userId;
    const conversation = (minute: number) => ({
      ...{ ownerId, assistantId, threadId, kind: "visitor" as const },
      ...{ allowance: "plan" as const, status: "ended" as const, isLive: false },
      ...{ maxDurationSeconds: 600, createdAtMs: startMs + minute * MINUTE_MS },
      ...{ startedAtMs: startMs + minute * MINUTE_MS, changedAtMs: startMs },
      endedAtMs: startMs + (minute + 1) * MINUTE_MS,
    });
    await world().insert("calls", [
      { ...conversation(0), channel: "text" as const, answers: 1, endSource: "poll" as const },
      { ...conversation(10), platformCallId: `call of ${owner.userId}`, endSource: "status" },
    ]);
    const rows = (await world().rows("calls")).filter((row) => row.ownerId === owner.userId);
    const [typed, spoken] = rows.map(({ _id }) => _id);
    const ids = { typed: must(typed, "typed"), spoken: must(spoken, "spoken") };
    const outcome = (name: string | null) => ({
      found: name === null ? [] : [{ key: "name", value: name }],
      ...{ unanswered: [], mood: null, language: null },
    });
    const evaluated = { summary: null, isSuccessful: true };
    const reportTyped = async (name: string | null) =>
      await world().inside.mutation(internal.chats.evaluation.save, {
        ...{ callId: ids.typed, outcome: outcome(name), ...evaluated },
      });
    const reportSpoken = async (name: string | null) =>
      await world().inside.mutation(internal.calls.changes.recordReport, {
        ...{ platformCallId: `call of ${owner.userId}`, callId: null, by: "report" },
        report: {
          ...{ startedAtMs: startMs + 10 * MINUTE_MS, endedAtMs: startMs + 11 * MINUTE_MS },
          ...{ endedReason: "customer-ended-call", costMicros: 0, ...evaluated },
          ...{ transcript: null, messages: [], hasRecording: false, outcome: outcome(name) },
        },
      });
    const entries = async () => {
      const asked = { assistantId: null, status: null };
      const paginationOpts = { cursor: null, numItems: 10 };
      return (await owner.query(api.outcomes.pageOutcomes, { ...asked, paginationOpts })).page;
    };
    const unread = async () => await owner.query(api.outcomes.unreadOutcomes, {});
    return { owner, ids, reportTyped, reportSpoken, entries, unread };
  }

  test("the newest conversation stands for the thread, and leads to the others", async () => {
    const { owner, ids, reportTyped, reportSpoken, entries, unread } = await ownerOfThread();
    await reportTyped("Ada");
    expect(await entries()).toMatchObject([
      { callId: ids.typed, channel: "text", conversations: [ids.typed] },
    ]);
    await owner.mutation(api.outcomes.updateOutcome, {
      ...{ callId: ids.typed, note: "Call back", status: "done", isUnread: false },
    });
    await reportSpoken("Ada Byron");
    const both = [ids.spoken, ids.typed];
    expect(await entries()).toMatchObject([
      { callId: ids.spoken, channel: "voice", conversations: both, note: "Call back" },
    ]);
    expect(await entries()).toMatchObject([{ status: "new", isUnread: true }]);
    expect(await unread()).toBe(1);
    const details = await owner.action(api.calls.getCallDetails, { callId: ids.spoken });
    expect(details.thread).toMatchObject([
      { id: ids.spoken, channel: "voice" },
      { id: ids.typed, channel: "text" },
    ]);
    const { body } = await callApi(world(), "/outcomes", await newKey(owner));
    expect(body).toMatchObject({ data: [{ callId: ids.spoken, callIds: both, channel: "voice" }] });
  });

  test("a typed conversation that is evaluated after a later call makes its entry unread", async () => {
    const { owner, ids, reportTyped, reportSpoken, entries, unread } = await ownerOfThread();
    await reportSpoken("Ada Byron");
    await owner.mutation(api.outcomes.updateOutcome, { callId: ids.spoken, isUnread: false });
    await reportTyped("Ada");
    expect(await entries()).toMatchObject([{ callId: ids.spoken, isUnread: true }]);
    expect(await unread()).toBe(1);
    // A repeated report changes nothing.
    await reportTyped("Ada");
    expect(await entries()).toHaveLength(1);
  });

  test("a conversation that left nothing does not stand for one that did", async () => {
    const { ids, reportTyped, reportSpoken, entries } = await ownerOfThread();
    await reportTyped("Ada");
    await reportSpoken(null);
    expect(await entries()).toMatchObject([
      { callId: ids.typed, conversations: [ids.spoken, ids.typed] },
    ]);
  });

  test("a search finds the entry by what any of the conversations left, and by the note", async () => {
    const { owner, ids, reportTyped, reportSpoken } = await ownerOfThread();
    const search = async (words: string) => {
      const found = await owner.query(api.outcomes.searchOutcomes, {
        ...{ words, assistantId: null, status: null },
      });
      return found.map(({ callId }) => callId);
    };
    await reportTyped("Lovelace");
    await reportSpoken("Byron");
    expect(await search("Lovelace")).toEqual([ids.spoken]);
    expect(await search("Byron")).toEqual([ids.spoken]);
    await owner.mutation(api.outcomes.updateOutcome, { callId: ids.spoken, note: "Call back" });
    expect(await search("Lovelace back")).toEqual([ids.spoken]);
    await owner.mutation(api.calls.deleteCall, { callId: ids.spoken });
    expect(await search("Byron")).toEqual([]);
    expect(await search("Lovelace")).toEqual([ids.typed]);
  });

  test("when the newest is deleted, the one before stands for the thread again", async () => {
    const { owner, ids, reportTyped, reportSpoken, entries, unread } = await ownerOfThread();
    await reportTyped("Ada");
    await reportSpoken("Ada Byron");
    await owner.mutation(api.calls.deleteCall, { callId: ids.spoken });
    expect(await entries()).toMatchObject([{ callId: ids.typed, conversations: [ids.typed] }]);
    await owner.mutation(api.calls.deleteCall, { callId: ids.typed });
    expect(await entries()).toEqual([]);
    expect(await unread()).toBe(0);
  });
});
