import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { internalMutation } from "../lib/internalFunctions";
import { type JobKind, jobKind } from "./table";

/** Enqueues a job for each key. A job that is running runs once more, and one that failed or is dead starts over. */
export async function enqueue(
  ctx: MutationCtx,
  kind: JobKind,
  keys: string[],
  { afterMs = 0 } = {},
): Promise<void> {
  if (keys.length === 0) return;
  const enqueuedAtMs = Date.now();
  for (const key of keys) {
    const job = await findJob(ctx, kind, key);
    const fresh = { enqueuedAtMs, attempts: 0, deaths: 0, lastError: null, deadAtMs: null };
    const dueAtMs = enqueuedAtMs + afterMs;
    if (job === null) {
      const unleased = { leaseId: null, leaseUntilMs: null };
      await ctx.db.insert("jobs", { kind, key, version: 1, ...fresh, ...unleased, dueAtMs });
    } else {
      const version = job.version + 1;
      const isRunning = job.leaseId !== null;
      await ctx.db.patch("jobs", job._id, {
        ...fresh,
        version,
        dueAtMs: isRunning ? null : dueAtMs,
      });
    }
  }
  // The sweep starts later jobs.
  if (afterMs === 0) await ctx.scheduler.runAfter(0, internal.jobs.startJobs.startDue, { kind });
}

/**
 * Deletes a job that is no longer needed. If it is running, it runs once more and finds nothing to do: the end of a run
 * cannot distinguish a cancelled job from one that another run has completed.
 */
export async function cancel(ctx: MutationCtx, kind: JobKind, key: string): Promise<void> {
  const job = await findJob(ctx, kind, key);
  if (job !== null) await ctx.db.delete("jobs", job._id);
}

export async function findJob(
  ctx: QueryCtx,
  kind: JobKind,
  key: string,
): Promise<Doc<"jobs"> | null> {
  return await ctx.db
    .query("jobs")
    .withIndex("by_kind_and_key", (q) => q.eq("kind", kind).eq("key", key))
    .unique();
}

/** Runs jobs now, whatever they wait for: `npx convex run jobs/enqueue:enqueueJobs '{"kind": …, "keys": […]}'`. */
export const enqueueJobs = internalMutation({
  args: { kind: jobKind, keys: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, { kind, keys }) => {
    await enqueue(ctx, kind, keys);
    return null;
  },
});
