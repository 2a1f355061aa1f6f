import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { HOUR_MS } from "../../shared/durations";
import { findCustomer } from "../plans/customers";
import { syncAfterUsage } from "../plans/syncSchedule";
import { countFreeMinutes } from "./freeMinutesAlert";
import { notifyOfUsage } from "./notifications";
import { stepDue } from "./overage";
import { findTotals } from "./ownerTotals";
import { periodAt, costOf, sumOfCosts } from "./periods";

const NO_CALLS = {
  ...{ calls: 0, endedCalls: 0, seconds: 0, typedSeconds: 0, costMicros: 0, freeSeconds: 0 },
};

type OwnerId = Id<"users">;
type AssistantId = Id<"assistants">;
type Sums = typeof NO_CALLS;
type Sum = { calls: number; seconds: number };

export type CountedCall = {
  /**
   * One, or minus one to take a call's usage back. Then the other numbers are negative too. Zero for an answer of a typed
   * conversation.
   */
  calls: number;
  assistantId: AssistantId;
  allowance: Doc<"calls">["allowance"];
  createdAtMs: number;
  endedAtMs: number;
  seconds: number;
  /** The part of `seconds` that was typed. */
  typedSeconds?: number;
  costMicros: number;
};

/** Adds ended calls to all sums, so that no screen has to add up calls. */
export async function countUsage(
  ctx: MutationCtx,
  ownerId: OwnerId,
  ended: CountedCall[],
): Promise<void> {
  const freeSeconds = sumOf(ended, (call) => (call.allowance === "free" ? call.seconds : 0));
  await countFreeMinutes(ctx, freeSeconds);
  await addToTotals(ctx, ownerId, {
    endedCalls: sumOf(ended, (call) => call.calls),
    seconds: sumOf(ended, (call) => call.seconds),
    typedSeconds: sumOf(ended, (call) => call.typedSeconds ?? 0),
    costMicros: sumOf(ended, (call) => call.costMicros),
    freeSeconds,
  });
  for (const [assistantId, own] of groupBy(ended, (call) => call.assistantId)) {
    await countInPeriods(ctx, ownerId, assistantId, own);
    await countInHours(ctx, ownerId, assistantId, own);
  }
  await countInHours(ctx, ownerId, null, ended);
  const customer = await findCustomer(ctx, ownerId);
  if (customer === null) return;
  await syncAfterUsage(ctx, customer);
  await notifyOfUsage(ctx, customer);
}

export async function addToTotals(
  ctx: MutationCtx,
  ownerId: OwnerId,
  more: Partial<Sums>,
): Promise<void> {
  const totals = await findTotals(ctx, ownerId);
  const before = totals ?? NO_CALLS;
  const sums = {
    calls: before.calls + (more.calls ?? 0),
    endedCalls: before.endedCalls + (more.endedCalls ?? 0),
    seconds: before.seconds + (more.seconds ?? 0),
    typedSeconds: (before.typedSeconds ?? 0) + (more.typedSeconds ?? 0),
    costMicros: before.costMicros + (more.costMicros ?? 0),
    freeSeconds: before.freeSeconds + (more.freeSeconds ?? 0),
  };
  if (totals === null) await ctx.db.insert("ownerTotals", { ownerId, ...sums });
  else await ctx.db.patch("ownerTotals", totals._id, sums);
}

async function countInPeriods(
  ctx: MutationCtx,
  ownerId: OwnerId,
  assistantId: AssistantId,
  ended: CountedCall[],
): Promise<void> {
  for (const [period, within] of await byPeriod(ctx, ownerId, ended)) {
    const usagePeriodId = period._id;
    const sum = within.reduce(plus, sumIn(period));
    const typedSeconds =
      (period.typedSeconds ?? 0) + sumOf(within, (call) => call.typedSeconds ?? 0);
    const costMicros = sumOfCosts(
      costOf(period),
      sumOf(within, (call) => call.costMicros),
    );
    const stepDueAtMs = stepDue({ ...period, ...sum }, Date.now());
    // Late usage reopens a settled period, so that it is billed too.
    await ctx.db.patch("usagePeriods", usagePeriodId, {
      ...sum,
      ...{ typedSeconds, costMicros, stepDueAtMs, isSettled: false },
    });
    const used = await ctx.db
      .query("assistantUsage")
      .withIndex("by_period_and_assistant", (q) =>
        q.eq("usagePeriodId", usagePeriodId).eq("assistantId", assistantId),
      )
      .unique();
    const own = within.reduce(plus, used === null ? NOTHING : sumIn(used));
    if (used !== null) await ctx.db.patch("assistantUsage", used._id, own);
    else await ctx.db.insert("assistantUsage", { usagePeriodId, ownerId, assistantId, ...own });
  }
}

async function byPeriod(
  ctx: MutationCtx,
  ownerId: OwnerId,
  ended: CountedCall[],
): Promise<Map<Doc<"usagePeriods">, CountedCall[]>> {
  const groups = new Map<Doc<"usagePeriods">, CountedCall[]>();
  for (const call of ended) {
    // A free call does not count in a subscription's period that began during the call.
    const atMs = call.allowance === "free" ? call.createdAtMs : call.endedAtMs;
    const known = [...groups.keys()].find(({ startMs, endMs }) => startMs <= atMs && atMs < endMs);
    const period = known ?? (await periodAt(ctx, ownerId, atMs));
    join(groups, period, call);
  }
  return groups;
}

/** A call counts in the hour in which it ended. A null assistant stands for all of them. */
async function countInHours(
  ctx: MutationCtx,
  ownerId: OwnerId,
  assistantId: AssistantId | null,
  ended: CountedCall[],
): Promise<void> {
  const byHour = groupBy(ended, (call) => Math.floor(call.endedAtMs / HOUR_MS) * HOUR_MS);
  for (const [hourMs, within] of byHour) {
    const hour = await ctx.db
      .query("usageHours")
      .withIndex("by_owner_and_assistant_and_hour", (q) =>
        q.eq("ownerId", ownerId).eq("assistantId", assistantId).eq("hourMs", hourMs),
      )
      .unique();
    const sum = within.reduce(plus, hour === null ? NOTHING : sumIn(hour));
    if (hour === null) await ctx.db.insert("usageHours", { ownerId, assistantId, hourMs, ...sum });
    else if (sum.calls > 0 || sum.seconds > 0) await ctx.db.patch("usageHours", hour._id, sum);
    else await ctx.db.delete("usageHours", hour._id);
  }
}

const NOTHING: Sum = { calls: 0, seconds: 0 };

function sumIn({ calls, seconds }: Sum): Sum {
  return { calls, seconds };
}

function plus({ calls, seconds }: Sum, call: CountedCall): Sum {
  return { calls: calls + call.calls, seconds: seconds + call.seconds };
}

function sumOf(ended: CountedCall[], part: (call: CountedCall) => number): number {
  return ended.reduce((sum, call) => sum + part(call), 0);
}

function groupBy<Key>(
  ended: CountedCall[],
  keyOf: (call: CountedCall) => Key,
): Map<Key, CountedCall[]> {
  const groups = new Map<Key, CountedCall[]>();
  for (const call of ended) {
    join(groups, keyOf(call), call);
  }
  return groups;
}

function join<Key>(groups: Map<Key, CountedCall[]>, key: Key, call: CountedCall): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [call]);
  else group.push(call);
}
