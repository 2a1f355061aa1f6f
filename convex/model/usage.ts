import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { findTotals } from "./allowance";
import { stepDue } from "./overage";
import { periodAt } from "./usagePeriods";

const HOUR_MS = 3_600_000;
const NO_CALLS = { calls: 0, endedCalls: 0, seconds: 0, costMicros: 0, freeSeconds: 0 };

type Sums = typeof NO_CALLS;

export type Talk = {
  ownerId: Id<"users">;
  assistantId: Id<"assistants">;
  allowance: Doc<"calls">["allowance"];
  mintedAtMs: number;
  endedAtMs: number;
  seconds: number;
  costMicros: number;
};

/** Counts a call's talk wherever it counts, so that no screen ever has to add up calls. */
export async function countTalk(ctx: MutationCtx, talk: Talk): Promise<void> {
  const { ownerId, assistantId, seconds, costMicros } = talk;
  const isFree = talk.allowance === "free";
  const freeSeconds = isFree ? seconds : 0;
  await addToTotals(ctx, ownerId, { endedCalls: 1, seconds, costMicros, freeSeconds });
  // Free minutes stay out of a period that began while they were talked.
  const period = await periodAt(ctx, ownerId, isFree ? talk.mintedAtMs : talk.endedAtMs);
  const used = { ...period, seconds: period.seconds + seconds, calls: period.calls + 1 };
  await ctx.db.patch("usagePeriods", period._id, {
    seconds: used.seconds,
    calls: used.calls,
    stepDueAtMs: stepDue(used, Date.now()),
  });
  await addToAssistant(ctx, period._id, talk);
  const hourMs = Math.floor(talk.endedAtMs / HOUR_MS) * HOUR_MS;
  for (const whose of [null, assistantId]) await addToHour(ctx, talk, whose, hourMs);
}

export async function addToTotals(
  ctx: MutationCtx,
  ownerId: Id<"users">,
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

async function addToAssistant(
  ctx: MutationCtx,
  usagePeriodId: Id<"usagePeriods">,
  { ownerId, assistantId, seconds }: Talk,
): Promise<void> {
  const used = await ctx.db
    .query("assistantUsage")
    .withIndex("by_period_and_assistant", (q) =>
      q.eq("usagePeriodId", usagePeriodId).eq("assistantId", assistantId),
    )
    .unique();
  if (used === null) {
    await ctx.db.insert("assistantUsage", {
      usagePeriodId,
      ownerId,
      assistantId,
      seconds,
      calls: 1,
    });
    return;
  }
  await ctx.db.patch("assistantUsage", used._id, {
    seconds: used.seconds + seconds,
    calls: used.calls + 1,
  });
}

async function addToHour(
  ctx: MutationCtx,
  { ownerId, seconds }: Talk,
  assistantId: Id<"assistants"> | null,
  hourMs: number,
): Promise<void> {
  const hour = await ctx.db
    .query("usageHours")
    .withIndex("by_owner_and_assistant_and_hour", (q) =>
      q.eq("ownerId", ownerId).eq("assistantId", assistantId).eq("hourMs", hourMs),
    )
    .unique();
  if (hour === null) {
    await ctx.db.insert("usageHours", { ownerId, assistantId, hourMs, seconds, calls: 1 });
    return;
  }
  await ctx.db.patch("usageHours", hour._id, {
    seconds: hour.seconds + seconds,
    calls: hour.calls + 1,
  });
}
