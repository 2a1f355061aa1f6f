import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { internalMutation } from "../lib/internalFunctions";
import { type JobKind, jobKind } from "./table";

/** Has it done for each of the keys, also where it was being done, had failed or was given up. */
export async function enqueue(
  ctx: MutationCtx,
  kind: JobKind,
  keys: string[],
  { afterMs = 0 } = {},
): Promise<void> {
  if (keys.length === 0) return;
  const askedAtMs = Date.now();
  for (const key of keys) {
    const job = await findJob(ctx, kind, key);
    const asked = { askedAtMs, attempts: 0, deaths: 0, lastError: null, deadAtMs: null };
    const dueAtMs = askedAtMs + afterMs;
    if (job === null) {
      const unleased = { leaseId: null, leaseUntilMs: null };
      await ctx.db.insert("jobs", { kind, key, version: 1, ...asked, ...unleased, dueAtMs });
    } else {
      const version = job.version + 1;
      const isRunning = job.leaseId !== null;
      await ctx.db.patch("jobs", job._id, {
        ...asked,
        version,
        dueAtMs: isRunning ? null : dueAtMs,
      });
    }
  }
  // Later work waits for the sweep.
  if (afterMs === 0) await ctx.scheduler.runAfter(0, internal.jobs.startJobs.startDue, { kind });
}

/**
 * For work that has lost its object. A run that is under way is followed by one more, which finds nothing to do: when it
 * ends, a row that was withdrawn looks like one that another run has done meanwhile.
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
