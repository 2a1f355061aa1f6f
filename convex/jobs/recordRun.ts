import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { alertOperator } from "../lib/alert";
import { internalMutation } from "../lib/internalFunctions";
import { DAY_MS, MINUTE_MS } from "../shared/durations";
import { enqueue } from "./enqueue";
import type { Handler } from "./handler";
import { deathDelayMs, isOutOfRetries, retryDelayMs } from "./retryDelay";
import type { Lease, StartedRun, JobKind } from "./table";

/** What is due sooner than the next sweep is started by itself. */
const SWEPT_EVERY_MS = MINUTE_MS;

const ENDED = { leaseId: null, leaseUntilMs: null, runId: undefined };

export interface EndedRun extends StartedRun {
  /** Null when it did what it was to do. */
  error: string | null;
  /** When it is to run again all the same; null when there is no more to do. */
  againAtMs: number | null;
}

/**
 * What became of a run. Nothing when its lease has gone to another; but what came so late may have undone
 * what that one did, so it is done once more.
 */
export async function saveRun(
  ctx: MutationCtx,
  { jobId, leaseId, version, kind, key, error, againAtMs }: EndedRun,
  handlers: Record<JobKind, Handler>,
): Promise<void> {
  const job = await ctx.db.get("jobs", jobId);
  if (job?.leaseId !== leaseId) {
    await enqueue(ctx, kind, [key]);
    return;
  }
  const nowMs = Date.now();
  const ended = { ...ENDED, deaths: 0, lastError: error };
  if (job.version !== version) {
    await ctx.db.patch("jobs", jobId, { ...ended, dueAtMs: nowMs });
    return;
  }
  if (againAtMs !== null) {
    const again = { askedAtMs: againAtMs, attempts: 0, dueAtMs: againAtMs };
    await ctx.db.patch("jobs", jobId, { ...ended, ...again });
    if (againAtMs < nowMs + SWEPT_EVERY_MS) {
      await ctx.scheduler.runAt(againAtMs, internal.jobs.startJobs.startDue, { kind });
    }
    return;
  }
  const handler = handlers[kind];
  await handler.noteOutcome?.(ctx, key, error === null);
  if (error === null) {
    await ctx.db.delete("jobs", jobId);
    return;
  }
  const attempts = job.attempts + 1;
  const isGivenUp = isOutOfRetries(attempts, nowMs - job.askedAtMs, handler.triedForMs);
  await ctx.db.patch("jobs", jobId, {
    ...ended,
    attempts,
    dueAtMs: isGivenUp ? null : nowMs + retryDelayMs(attempts, Math.random()),
    deadAtMs: isGivenUp ? nowMs : null,
  });
  if (isGivenUp) await giveUp(ctx, job, error, handler);
}

/**
 * A run has died. That says nothing of the vendor, nor of the work: mostly the backend was restarted. So it is done
 * again at once; only what dies again and again waits longer each time, since it may be what ends the backend.
 */
export async function saveDeath(
  ctx: MutationCtx,
  { jobId, leaseId }: Lease,
  handlers: Record<JobKind, Handler>,
): Promise<void> {
  const job = await ctx.db.get("jobs", jobId);
  if (job?.leaseId !== leaseId) return;
  const { kind, key, attempts, askedAtMs } = job;
  const nowMs = Date.now();
  const deaths = (job.deaths ?? 0) + 1;
  const delayMs = deathDelayMs(deaths, Math.random());
  const handler = handlers[kind];
  const isGivenUp = isOutOfRetries(attempts + deaths, nowMs - askedAtMs, handler.triedForMs);
  if (delayMs > 0 || isGivenUp) await handler.noteOutcome?.(ctx, key, false);
  await ctx.db.patch("jobs", jobId, {
    ...ENDED,
    deaths,
    lastError: DIED,
    dueAtMs: isGivenUp ? null : nowMs + delayMs,
    deadAtMs: isGivenUp ? nowMs : null,
  });
  if (isGivenUp) await giveUp(ctx, job, DIED, handler);
  else if (delayMs === 0) {
    await ctx.scheduler.runAfter(0, internal.jobs.startJobs.startDue, { kind });
  }
}

/** Until then it is shown to people: `operator:attention`. */
export const DEAD_JOBS_KEPT_MS = 90 * DAY_MS;
const FORGOTTEN_AT_ONCE = 100;

/** Deletes some of what was given up long ago, and says whether there may be more. */
export async function deleteSomeDeadJobs(ctx: MutationCtx): Promise<boolean> {
  const beforeMs = Date.now() - DEAD_JOBS_KEPT_MS;
  const old = await ctx.db
    .query("jobs")
    .withIndex("by_dead", (q) => q.gt("deadAtMs", null).lt("deadAtMs", beforeMs))
    .take(FORGOTTEN_AT_ONCE);
  for (const { _id } of old) await ctx.db.delete("jobs", _id);
  return old.length === FORGOTTEN_AT_ONCE;
}

const DIED = "The run ended without a word.";

export const deleteOldDeadJobs = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = await deleteSomeDeadJobs(ctx);
    if (isMore) await ctx.scheduler.runAfter(0, internal.jobs.recordRun.deleteOldDeadJobs, {});
    return null;
  },
});

async function giveUp(
  ctx: MutationCtx,
  { _id: jobId, kind, key }: Doc<"jobs">,
  error: string,
  handler: Handler,
): Promise<void> {
  await handler.giveUp?.(ctx, key);
  alertOperator("Work at a vendor was given up", { jobId, kind, key, error });
}
