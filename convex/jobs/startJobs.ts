import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { internalMutation } from "../lib/internalFunctions";
import { enqueue, findJob } from "./enqueue";
import { GROUP_OF, kindsOf, ONE_KIND_PER_GROUP, freeSlots } from "./slots";
import { type Lease, lease, type StartedRun, JOB_KINDS, type JobKind, jobKind } from "./table";

/** A run renews its lease. It only has to be longer than anything that can delay a renewal. */
export const LEASE_MS = 90_000;
export const RENEW_EVERY_MS = 30_000;
const MAX_RUNS_READ = 100;

interface Queue {
  kind: JobKind;
  running: number;
  due: Doc<"jobs">[];
}

/**
 * Starts the due jobs of this kind's group while the group has free slots. The kind with the fewest runs goes first, and of
 * several the next one after this kind, so that they take turns.
 */
export async function startDueJobs(ctx: MutationCtx, kind: JobKind): Promise<void> {
  const group = GROUP_OF[kind];
  const slots = freeSlots(group);
  const queues: Queue[] = [];
  for (const each of inTurnAfter(kind, kindsOf(group))) {
    queues.push({ kind: each, running: await countRunning(ctx, each), due: [] });
  }
  const running = queues.reduce((sum, queue) => sum + queue.running, 0);
  if (running >= slots.all) return;
  for (const queue of queues) queue.due = await findDue(ctx, queue.kind, slots.all);
  for (let free = slots.all - running; free > 0; free--) {
    const job = takeNext(queues, slots.ofKind);
    if (job === null) return;
    const started = await begin(ctx, job);
    const runId = await ctx.scheduler.runAfter(0, internal.dispatch.jobs.run, started);
    await ctx.db.patch("jobs", job._id, { runId });
  }
}

export const startDue = internalMutation({
  args: { kind: jobKind },
  returns: v.null(),
  handler: async (ctx, { kind }) => {
    await startDueJobs(ctx, kind);
    return null;
  },
});

export const renewRunLease = internalMutation({
  args: lease.fields,
  returns: v.null(),
  handler: async (ctx, held) => {
    await renewLease(ctx, held);
    return null;
  },
});

/** Starts jobs whose time has come, and frees the slots of runs that died. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    for (const kind of JOB_KINDS) await findDeadRuns(ctx, kind);
    for (const kind of ONE_KIND_PER_GROUP) await startDueJobs(ctx, kind);
    return null;
  },
});

function inTurnAfter(kind: JobKind, kinds: JobKind[]): JobKind[] {
  const next = kinds.indexOf(kind) + 1;
  return [...kinds.slice(next), ...kinds.slice(0, next)];
}

/** A run in a client's action has no `runId`, and occupies no slot of a scheduled function. */
async function countRunning(ctx: QueryCtx, kind: JobKind): Promise<number> {
  const leased = await ctx.db
    .query("jobs")
    .withIndex("by_kind_and_lease", (q) => q.eq("kind", kind).gt("leaseUntilMs", Date.now()))
    .take(MAX_RUNS_READ);
  return leased.filter(({ runId }) => runId !== undefined).length;
}

async function findDue(ctx: QueryCtx, kind: JobKind, limit: number): Promise<Doc<"jobs">[]> {
  return await ctx.db
    .query("jobs")
    .withIndex("by_kind_and_due", (q) =>
      q.eq("kind", kind).gt("dueAtMs", null).lte("dueAtMs", Date.now()),
    )
    .take(limit);
}

function takeNext(queues: Queue[], ofKind: number): Doc<"jobs"> | null {
  const [queue] = queues
    .filter(({ running, due }) => due.length > 0 && running < ofKind)
    .toSorted((a, b) => a.running - b.running);
  const job = queue?.due.shift();
  if (queue === undefined || job === undefined) return null;
  queue.running += 1;
  return job;
}

/** Enqueues a job and starts it, for an action that runs it because somebody waits for the result. Null if it is running. */
export async function startNow(
  ctx: MutationCtx,
  kind: JobKind,
  key: string,
): Promise<StartedRun | null> {
  await enqueue(ctx, kind, [key], { afterMs: LEASE_MS });
  const job = await findJob(ctx, kind, key);
  if (job === null) throw new Error(`${kind} ${key} was not inserted`);
  return job.leaseId === null ? await begin(ctx, job) : null;
}

async function begin(
  ctx: MutationCtx,
  { _id: jobId, kind, key, version }: Doc<"jobs">,
): Promise<StartedRun> {
  const leaseId = crypto.randomUUID();
  const leaseUntilMs = Date.now() + LEASE_MS;
  await ctx.db.patch("jobs", jobId, { leaseId, leaseUntilMs, dueAtMs: null });
  return { jobId, leaseId, version, kind, key };
}

/** Renews the lease of a run in progress, unless the run has lost it. */
export async function renewLease(ctx: MutationCtx, { jobId, leaseId }: Lease): Promise<void> {
  const job = await ctx.db.get("jobs", jobId);
  if (job?.leaseId !== leaseId) return;
  await ctx.db.patch("jobs", jobId, { leaseUntilMs: Date.now() + LEASE_MS });
}

/** Records runs that have died, each in a transaction of its own, so that one cannot stop the others. */
export async function findDeadRuns(ctx: MutationCtx, kind: JobKind): Promise<void> {
  const running = await ctx.db
    .query("jobs")
    .withIndex("by_kind_and_lease", (q) => q.eq("kind", kind).gt("leaseUntilMs", null))
    .take(MAX_RUNS_READ);
  for (const job of running) {
    if (job.leaseId === null || !(await isDead(ctx, job))) continue;
    const lease = { jobId: job._id, leaseId: job.leaseId };
    await ctx.scheduler.runAfter(0, internal.dispatch.jobs.recordDeath, lease);
  }
}

/**
 * A run records its result before its function ends, so a run whose function has ended without one has died. A starting
 * backend marks the actions as failed that were running when the previous one ended (docs/fidelity.md, J3).
 */
async function isDead(ctx: QueryCtx, { leaseUntilMs, runId }: Doc<"jobs">): Promise<boolean> {
  if (leaseUntilMs !== null && leaseUntilMs <= Date.now()) return true;
  if (runId === undefined) return false;
  const run = await ctx.db.system.get("_scheduled_functions", runId);
  return run?.state.kind !== "pending" && run?.state.kind !== "inProgress";
}
