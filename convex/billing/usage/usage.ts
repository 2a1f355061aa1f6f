import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { HOUR_MS } from "../../shared/durations";
import { findCustomer } from "../plans/customers";
import { recordServed } from "../plans/syncSchedule";
import { countFreeMinutes } from "./freeMinutesAlert";
import { notifyOfUsage } from "./notifications";
import { stepDue } from "./overage";
import { findTotals } from "./ownerTotals";
import { periodAt } from "./periods";

const NO_CALLS = { calls: 0, endedCalls: 0, seconds: 0, costMicros: 0, freeSeconds: 0 };

type OwnerId = Id<"users">;
type AssistantId = Id<"assistants">;
type Sums = typeof NO_CALLS;
type Sum = { calls: number; seconds: number };

export type CountedCall = {
  /** One; or minus one, with the rest of it, where a call is taken back. */
  calls: number;
  assistantId: AssistantId;
  allowance: Doc<"calls">["allowance"];
  mintedAtMs: number;
  endedAtMs: number;
  seconds: number;
  costMicros: number;
};

/** Counts ended calls and talk wherever they count, so that no screen ever has to add up calls. */
export async function countUsage(
  ctx: MutationCtx,
  ownerId: OwnerId,
  talks: CountedCall[],
): Promise<void> {
  const freeSeconds = sumOf(talks, (talk) => (talk.allowance === "free" ? talk.seconds : 0));
  await countFreeMinutes(ctx, freeSeconds);
  await addToTotals(ctx, ownerId, {
    endedCalls: sumOf(talks, (talk) => talk.calls),
    seconds: sumOf(talks, (talk) => talk.seconds),
    costMicros: sumOf(talks, (talk) => talk.costMicros),
    freeSeconds,
  });
  for (const [assistantId, own] of groupBy(talks, (talk) => talk.assistantId)) {
    await countInPeriods(ctx, ownerId, assistantId, own);
    await countInHours(ctx, ownerId, assistantId, own);
  }
  await countInHours(ctx, ownerId, null, talks);
  const customer = await findCustomer(ctx, ownerId);
  if (customer === null) return;
  await recordServed(ctx, customer);
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
  talks: CountedCall[],
): Promise<void> {
  for (const [period, within] of await byPeriod(ctx, ownerId, talks)) {
    const usagePeriodId = period._id;
    const sum = within.reduce(plus, sumIn(period));
    const stepDueAtMs = stepDue({ ...period, ...sum }, Date.now());
    // What becomes known of a period after it was settled is billed all the same.
    await ctx.db.patch("usagePeriods", usagePeriodId, { ...sum, stepDueAtMs, isSettled: false });
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
  talks: CountedCall[],
): Promise<Map<Doc<"usagePeriods">, CountedCall[]>> {
  const groups = new Map<Doc<"usagePeriods">, CountedCall[]>();
  for (const talk of talks) {
    // Free minutes stay out of a period that began while they were talked.
    const atMs = talk.allowance === "free" ? talk.mintedAtMs : talk.endedAtMs;
    const known = [...groups.keys()].find(({ startMs, endMs }) => startMs <= atMs && atMs < endMs);
    const period = known ?? (await periodAt(ctx, ownerId, atMs));
    join(groups, period, talk);
  }
  return groups;
}

/** By the hour in which each call ended; `null` stands for all assistants. */
async function countInHours(
  ctx: MutationCtx,
  ownerId: OwnerId,
  assistantId: AssistantId | null,
  talks: CountedCall[],
): Promise<void> {
  const byHour = groupBy(talks, (talk) => Math.floor(talk.endedAtMs / HOUR_MS) * HOUR_MS);
  for (const [hourMs, within] of byHour) {
    const hour = await ctx.db
      .query("usageHours")
      .withIndex("by_owner_and_assistant_and_hour", (q) =>
        q.eq("ownerId", ownerId).eq("assistantId", assistantId).eq("hourMs", hourMs),
      )
      .unique();
    const sum = within.reduce(plus, hour === null ? NOTHING : sumIn(hour));
    if (hour === null) await ctx.db.insert("usageHours", { ownerId, assistantId, hourMs, ...sum });
    else if (sum.calls > 0) await ctx.db.patch("usageHours", hour._id, sum);
    else await ctx.db.delete("usageHours", hour._id);
  }
}

const NOTHING: Sum = { calls: 0, seconds: 0 };

function sumIn({ calls, seconds }: Sum): Sum {
  return { calls, seconds };
}

function plus({ calls, seconds }: Sum, talk: CountedCall): Sum {
  return { calls: calls + talk.calls, seconds: seconds + talk.seconds };
}

function sumOf(talks: CountedCall[], part: (talk: CountedCall) => number): number {
  return talks.reduce((sum, talk) => sum + part(talk), 0);
}

function groupBy<Key>(
  talks: CountedCall[],
  keyOf: (talk: CountedCall) => Key,
): Map<Key, CountedCall[]> {
  const groups = new Map<Key, CountedCall[]>();
  for (const talk of talks) {
    join(groups, keyOf(talk), talk);
  }
  return groups;
}

function join<Key>(groups: Map<Key, CountedCall[]>, key: Key, talk: CountedCall): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [talk]);
  else group.push(talk);
}
