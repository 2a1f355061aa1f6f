/** Calls that an operator imports: the figures on all pages agree. */
import type { FunctionArgs } from "convex/server";
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { DENTIST } from "../../tools/demo/businesses/dentist.ts";
import { reportOf } from "../../tools/demo/planned-call.ts";
import { plannedCalls } from "../../tools/demo/quarter.ts";
import { newAssistant } from "./samples.ts";
import { uploadFile } from "./upload.ts";
import { onEachBackend } from "./world.ts";
import type { Owner } from "./world.ts";

const DAY_MS = 86_400_000;
const ALL = { assistantId: null, status: null };
const PAGE = { paginationOpts: { cursor: null, numItems: 100 } };

type ImportedCalls = FunctionArgs<typeof internal.operator.addCalls>["calls"];

/** Calls on several days before this time, all within one month. */
function someCalls(untilMs: number): ImportedCalls {
  const fromMs = untilMs - 6 * DAY_MS;
  const target = { fromMs, minutes: 60 };
  const quarter = { businesses: [DENTIST], fromMs, untilMs, timeZone: "Etc/UTC", target };
  return plannedCalls(quarter).map((call) => {
    // The tests share a world, in which an ID is imported once.
    const platformCallId: string = crypto.randomUUID();
    const { createdAtMs, handled } = call;
    return { platformCallId, createdAtMs, handled, report: reportOf(call) };
  });
}

onEachBackend((world) => {
  const importCalls = (assistantId: Id<"assistants">, calls: ImportedCalls) =>
    world().inside.mutation(internal.operator.addCalls, { assistantId, calls });

  async function ownerWith() {
    const owner = await world().signUp();
    const { findings } = DENTIST.assistant;
    const assistantId = await owner.mutation(api.assistants.createAssistant, {
      ...newAssistant(),
      findings: findings as never,
    });
    return { owner, assistantId };
  }

  const figures = async (owner: Owner) => {
    const nowMs = world().clock.now();
    const span = { assistantId: null, fromMs: nowMs - 30 * DAY_MS, toMs: nowMs + DAY_MS };
    const [totals, list, inbox, hours, outcomes, usage] = await Promise.all([
      owner.query(api.calls.callTotals, {}),
      owner.action(api.calls.listCalls, {}),
      owner.query(api.outcomes.pageOutcomes, { ...ALL, ...PAGE }),
      owner.query(api.calls.callHours, span),
      owner.query(api.outcomes.outcomesBetween, span),
      owner.query(api.usage.checkFreeTrialLimit, {}),
    ]);
    return { totals, list, inbox: inbox.page, hours, outcomes: outcomes.outcomes, usage };
  };

  test("totals, list, hours, outcomes and inbox show the same figures, also after a second import", async () => {
    const { owner, assistantId } = await ownerWith();
    const calls = someCalls(world().clock.now());
    expect(calls.length).toBeGreaterThan(20);
    await importCalls(assistantId, calls);
    await importCalls(assistantId, calls.slice(5));
    const { totals, list, inbox, hours, outcomes, usage } = await figures(owner);

    const seconds = list.reduce((sum, { startedAt, endedAt }) => {
      const isWhole = startedAt !== null && endedAt !== null;
      return sum + (isWhole ? (Date.parse(endedAt) - Date.parse(startedAt)) / 1000 : 0);
    }, 0);
    const cost = list.reduce((sum, call) => sum + call.cost, 0);
    expect(list.length).toBe(calls.length);
    expect(totals).toMatchObject({ calls: calls.length, endedCalls: calls.length, seconds });
    expect(totals.cost).toBeCloseTo(cost, 6);
    expect(hours.reduce((sum, hour) => sum + hour.calls, 0)).toBe(calls.length);
    expect(hours.reduce((sum, hour) => sum + hour.seconds, 0)).toBe(seconds);
    // In tenths; half a tenth is rounded up.
    expect(usage.totalMinutesUsed).toBe(Math.round(seconds / 6) / 10);

    expect(outcomes.filter(({ isInInbox }) => isInInbox).length).toBe(inbox.length);
    expect(outcomes.length).toBe(calls.filter(({ report }) => report.outcome !== null).length);
    const unread = await owner.query(api.outcomes.unreadOutcomes, {});
    expect(inbox.filter(({ isUnread }) => isUnread).length).toBe(unread);
    expect(inbox.some(({ status, note }) => status === "done" && note !== "")).toBe(true);
  });

  test("the platform is not asked about imported calls", async () => {
    const { assistantId } = await ownerWith();
    await importCalls(assistantId, someCalls(world().clock.now()));
    expect((await world().rows("jobs")).filter(({ kind }) => kind.startsWith("call"))).toEqual([]);
  });

  test("a recording is attached to a call without one", async () => {
    const { owner, assistantId } = await ownerWith();
    const [call] = someCalls(world().clock.now());
    const { platformCallId, ...others } = must(call, "call");
    await importCalls(assistantId, [{ ...others, platformCallId }]);
    const storageId = await uploadFile(owner, "Hello, Harbor Dental.");
    const attach = { platformCallId, storageId };
    await world().inside.mutation(internal.operator.attachRecording, attach);
    const calls = await world().rows("calls");
    const recordings = calls.filter((call) => call.platformCallId === platformCallId);
    expect(recordings.map(({ recording }) => recording)).toEqual([{ state: "stored", storageId }]);
    await expect(
      world().inside.mutation(internal.operator.attachRecording, attach),
    ).rejects.toThrow();
    const nowhere = { ...attach, platformCallId: "of no call" };
    await expect(
      world().inside.mutation(internal.operator.attachRecording, nowhere),
    ).rejects.toThrow();
  });
});
