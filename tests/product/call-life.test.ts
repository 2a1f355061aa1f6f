/** The events of a call in any order, repeated, late or missing: the same events always leave the same call. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { CHANGES_BY_EVENT } from "../../convex/calls/life";
import { anyAddress } from "../any-address.ts";
import { sized } from "../soak.ts";
import { SILENT_PLATFORM, voicedAssistant } from "./talk.ts";
import { onEachBackend } from "./world.ts";
import type { Owner, World } from "./world.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const EVENTS = [
  "confirmed",
  "joined",
  "joined later",
  "ended",
  "poll",
  "report",
  "given up",
  "field",
  "later field",
] as const;
type Event = (typeof EVENTS)[number];

/** Two orders of the same events, some of them repeated, some missing. */
const ORDERS = fc
  .shuffledSubarray([...EVENTS, ...EVENTS], { minLength: 1 })
  .chain((one) => fc.tuple(fc.constant(one), shuffled(one)));

function shuffled(events: Event[]): fc.Arbitrary<Event[]> {
  return fc.shuffledSubarray(events, { minLength: events.length });
}

async function mint(world: World): Promise<{ owner: Owner; callId: Id<"calls"> }> {
  const owner = await world.signUp();
  const { embedId } = await voicedAssistant(world, owner);
  const args = { embedId, ownerId: owner.userId, address: anyAddress(), threadId: null };
  const reserved = await world.inside.mutation(internal.calls.reservation.reserve, args);
  if (reserved.kind === "refused") throw new Error(reserved.message);
  const { callId } = reserved;
  await world.inside.mutation(internal.calls.start.confirm, { callId, platformCallId: callId });
  return { owner, callId };
}

/** The first events are close to the end of the hour, and later ones may fall into the next hour. */
async function report(world: World, callId: Id<"calls">, events: Event[], hourMs: number) {
  const which = { platformCallId: callId, callId };
  const whole = {
    startedAtMs: hourMs - 60_100,
    endedAtMs: hourMs - 100,
    endedReason: "customer-ended-call",
    costMicros: 125_000,
    summary: "They asked when the bakery opens.",
    isSuccessful: true,
    transcript: "AI: Hello.",
    messages: [{ role: "assistant" as const, text: "Hello." }],
    hasRecording: false,
    outcome: null,
  };
  const early = {
    ...whole,
    costMicros: 20_000,
    summary: null,
    isSuccessful: null,
    transcript: null,
  };
  const status = (name: "ringing" | "in-progress" | "ended", atMs: number) => {
    const endedReason = name === "ended" ? "silence-timed-out" : null;
    const change = { ...which, status: name, endedReason, atMs };
    return world.inside.mutation(internal.calls.changes.recordStatus, change);
  };
  const field = (id: string, atMs: number) =>
    world.inside.mutation(internal.calls.requestedField.record, {
      ...which,
      field: { id, kind: "email", label: "Email address", atMs },
    });
  let polls = 0;
  const steps: Record<Event, () => Promise<unknown>> = {
    confirmed: () => status("ringing", hourMs - 2 * MINUTE_MS),
    joined: () => status("in-progress", hourMs - 60_000),
    "joined later": () => status("in-progress", hourMs - 59_000),
    ended: () => status("ended", hourMs + 200),
    // What the platform knows of a call only grows, and one run at a time asks about a call.
    poll: () => {
      const report = polls++ === 0 ? early : whole;
      return world.inside.mutation(internal.calls.changes.recordReport, {
        ...which,
        report,
        by: "poll",
      });
    },
    report: () =>
      world.inside.mutation(internal.calls.changes.recordReport, {
        ...which,
        report: { ...whole, costMicros: 130_000, endedAtMs: whole.endedAtMs + 1_000 },
        by: "report",
      }),
    field: () => field("a", hourMs - 50_000),
    "later field": () => field("b", hourMs - 40_000),
    "given up": () => world.inside.mutation(internal.calls.followUp.giveUp, { callId }),
  };
  for (const event of events) await steps[event]();
}

/** Without the platform's own times, a call lasts from its first report to the report of its end. */
function secondsByMessages(order: Event[]): number {
  if (!order.includes("ended")) return 0;
  if (order.includes("joined")) return 60;
  return order.includes("joined later") ? 59 : 0;
}

async function everythingOf(world: World, { owner, callId }: Awaited<ReturnType<typeof mint>>) {
  const call = must(
    (await world.rows("calls")).find(({ _id }) => _id === callId),
    "call",
  );
  const { _id, _creationTime, ownerId, assistantId, createdAtMs, platformCallId, ...known } = call;
  // When it was reported, not what.
  delete known.changedAtMs;
  // Each call began a conversation of its own.
  delete known.threadId;
  // The time at which a call without a reported end is given up.
  if (known.endSource === "us") delete known.endedAtMs;
  const shown = await owner.action(api.calls.getCallDetails, { callId });
  const hours = await owner.query(api.calls.callHours, {
    assistantId: null,
    fromMs: 0,
    toMs: Number.MAX_SAFE_INTEGER,
  });
  const { totalMinutes, totalCalls } = await owner.query(api.usage.getCurrentMonthUsage, {});
  const totals = await owner.query(api.calls.callTotals, {});
  expect(hours.map(({ calls, seconds }) => ({ calls, seconds }))).toEqual(
    totals.endedCalls === 0 ? [] : [{ calls: totals.endedCalls, seconds: totals.seconds }],
  );
  const free = (await owner.query(api.usage.getTestUsage, {})).totalMinutesUsed;
  const texts = { transcript: shown.transcript, messages: shown.messages };
  return { known, texts, hours, totalMinutes, totalCalls, totals, free };
}

onEachBackend((world) => {
  beforeAll(() => world().setVariables(SILENT_PLATFORM));

  // T31: docs/security.md
  test("the same events in any order leave the same call and the same usage", async () => {
    await fc.assert(
      fc.asyncProperty(ORDERS, async (orders) => {
        const nowMs = world().clock.now();
        const hourMs = Math.ceil((nowMs + 5 * MINUTE_MS) / HOUR_MS) * HOUR_MS;
        await world().advance(hourMs - 3 * MINUTE_MS - nowMs);
        const minted = await Promise.all(orders.map(() => mint(world())));
        await world().advance(4 * MINUTE_MS);
        const left = [];
        for (const [index, order] of orders.entries()) {
          const call = must(minted[index], "call");
          await report(world(), call.callId, order, hourMs);
          left.push(await everythingOf(world(), call));
        }
        expect(left[0]).toEqual(left[1]);
        const { totals } = must(left[0], "what is left");
        const [order] = orders;
        const isOver = ["ended", "poll", "report", "given up"].some((event) =>
          order.includes(event as Event),
        );
        expect(totals.endedCalls).toBe(isOver ? 1 : 0);
        // The report is final, whenever it arrives.
        if (order.includes("report")) expect(totals).toMatchObject({ seconds: 61, cost: 0.13 });
        else if (order.includes("poll")) expect(totals.seconds).toBe(60);
        else expect(totals).toMatchObject({ seconds: secondsByMessages(order), cost: 0 });
      }),
      { numRuns: sized({ usual: 12, soak: 500 }), endOnFailure: true },
    );
  });
});

test("docs/calls.md lists the same events and the same changes", async () => {
  const text = await readFile(path.join(import.meta.dirname, "../../docs/calls.md"), "utf8");
  const items = text.replaceAll("`", "").matchAll(/^- (\w+): (.+(?:\n {2}\S.*)*)/gm);
  const documented = [...items].flatMap(([, event = "", changes = ""]) =>
    event in CHANGES_BY_EVENT ? [[event, changes.split(/,\s+/)]] : [],
  );
  const inCode = Object.entries(CHANGES_BY_EVENT).map(([event, fields]) => [event, [...fields]]);
  expect(documented).toEqual(inCode);
});
