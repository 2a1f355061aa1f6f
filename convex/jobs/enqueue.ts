import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { internalMutation } from "../lib/internalFunctions";
import { type WorkKind, workKind } from "./table";

/** Has it done for each of the keys, also where it was being done, had failed or was given up. */
export async function askFor(
  ctx: MutationCtx,
  kind: WorkKind,
  keys: string[],
  { afterMs = 0 } = {},
): Promise<void> {
  if (keys.length === 0) return;
  const askedAtMs = Date.now();
  for (const key of keys) {
    const work = await findWork(ctx, kind, key);
    const asked = { askedAtMs, attempts: 0, deaths: 0, lastError: null, deadAtMs: null };
    const dueAtMs = askedAtMs + afterMs;
    if (work === null) {
      const unleased = { leaseId: null, leaseUntilMs: null };
      await ctx.db.insert("outbox", { kind, key, version: 1, ...asked, ...unleased, dueAtMs });
    } else {
      const version = work.version + 1;
      const isRunning = work.leaseId !== null;
      await ctx.db.patch("outbox", work._id, {
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
export async function withdraw(ctx: MutationCtx, kind: WorkKind, key: string): Promise<void> {
  const work = await findWork(ctx, kind, key);
  if (work !== null) await ctx.db.delete("outbox", work._id);
}

export async function findWork(
  ctx: QueryCtx,
  kind: WorkKind,
  key: string,
): Promise<Doc<"outbox"> | null> {
  return await ctx.db
    .query("outbox")
    .withIndex("by_kind_and_key", (q) => q.eq("kind", kind).eq("key", key))
    .unique();
}

/** Has it done now, whatever it waits for: `npx convex run jobs/enqueue:enqueueJobs '{"kind": …, "keys": […]}'`. */
export const enqueueJobs = internalMutation({
  args: { kind: workKind, keys: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, { kind, keys }) => {
    await askFor(ctx, kind, keys);
    return null;
  },
});
