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

/** Jobs that are due before the next sweep are scheduled individually. */
const SWEEP_INTERVAL_MS = MINUTE_MS;

const ENDED = { leaseId: null, leaseUntilMs: null, runId: undefined };

export interface EndedRun extends StartedRun {
  /** Null if the run succeeded. */
  error: string | null;
  /** When to run again after a success. Null if the job is done. */
  runAgainAtMs: number | null;
}

/**
 * Records the end of a run. If the run has lost its lease to another one, its result is ignored and the job runs once
 * more, because the late run may have undone what the other did.
 */
export async function saveRun(
  ctx: MutationCtx,
  { jobId, leaseId, version, kind, key, error, runAgainAtMs }: EndedRun,
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
  if (runAgainAtMs !== null) {
    const next = { enqueuedAtMs: runAgainAtMs, attempts: 0, dueAtMs: runAgainAtMs };
    await ctx.db.patch("jobs", jobId, { ...ended, ...next });
    if (runAgainAtMs < nowMs + SWEEP_INTERVAL_MS) {
      await ctx.scheduler.runAt(runAgainAtMs, internal.jobs.startJobs.startDue, { kind });
    }
    return;
  }
  const handler = handlers[kind];
  await handler.onRunEnded?.(ctx, key, error === null);
  if (error === null) {
    await ctx.db.delete("jobs", jobId);
    return;
  }
  const attempts = job.attempts + 1;
  const isGivenUp = isOutOfRetries(attempts, nowMs - job.enqueuedAtMs, handler.giveUpAfterMs);
  await ctx.db.patch("jobs", jobId, {
    ...ended,
    attempts,
    dueAtMs: isGivenUp ? null : nowMs + retryDelayMs(attempts, Math.random()),
    deadAtMs: isGivenUp ? nowMs : null,
  });
  if (isGivenUp) await giveUp(ctx, job, error, handler);
}

/**
 * Records that a run has died, usually because the backend was restarted. A death is not a failure, so the job runs again
 * at once. Only a job that dies repeatedly waits longer each time, because it may be what ends the backend.
 */
export async function saveDeath(
  ctx: MutationCtx,
  { jobId, leaseId }: Lease,
  handlers: Record<JobKind, Handler>,
): Promise<void> {
  const job = await ctx.db.get("jobs", jobId);
  if (job?.leaseId !== leaseId) return;
  const { kind, key, attempts, enqueuedAtMs } = job;
  const nowMs = Date.now();
  const deaths = (job.deaths ?? 0) + 1;
  const delayMs = deathDelayMs(deaths, Math.random());
  const handler = handlers[kind];
  const isGivenUp = isOutOfRetries(attempts + deaths, nowMs - enqueuedAtMs, handler.giveUpAfterMs);
  if (delayMs > 0 || isGivenUp) await handler.onRunEnded?.(ctx, key, false);
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

/** `operator:attention` lists dead jobs for this long. */
export const DEAD_JOBS_RETENTION_MS = 90 * DAY_MS;
const BATCH_SIZE = 100;

/** Deletes a batch of old dead jobs, and returns whether there may be more. */
export async function deleteDeadJobBatch(ctx: MutationCtx): Promise<boolean> {
  const beforeMs = Date.now() - DEAD_JOBS_RETENTION_MS;
  const old = await ctx.db
    .query("jobs")
    .withIndex("by_dead", (q) => q.gt("deadAtMs", null).lt("deadAtMs", beforeMs))
    .take(BATCH_SIZE);
  for (const { _id } of old) await ctx.db.delete("jobs", _id);
  return old.length === BATCH_SIZE;
}

const DIED = "The run ended without recording a result.";

export const deleteOldDeadJobs = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const hasMore = await deleteDeadJobBatch(ctx);
    if (hasMore) await ctx.scheduler.runAfter(0, internal.jobs.recordRun.deleteOldDeadJobs, {});
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
  if (handler.isPointlessLater === true) {
    await ctx.db.delete("jobs", jobId);
    return;
  }
  alertOperator("A job was given up", { jobId, kind, key, error });
}
