import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { askFor, findWork } from "./asking";
import type { Lease, StartedRun, WorkKind } from "./outboxFields";

/** Runs of one kind at a time: a vendor limits how fast it may be asked. */
const AT_ONCE = 4;
/** Each at another server, none of them a vendor's. */
const MORE_AT_ONCE: Partial<Record<WorkKind, number>> = { webhook: 16, slowWebhook: 8 };
/** A run that goes on renews it: it only has to outlive what may hold that up. */
export const LEASE_MS = 90_000;
export const RENEWED_EVERY_MS = 30_000;
const RUNS_READ = 100;

/** Starts what is due as far as there are places, each as a run of its own. */
export async function startDueWork(ctx: MutationCtx, kind: WorkKind): Promise<void> {
  const nowMs = Date.now();
  const places = MORE_AT_ONCE[kind] ?? AT_ONCE;
  const running = await ctx.db
    .query("outbox")
    .withIndex("by_kind_and_lease", (q) => q.eq("kind", kind).gt("leaseUntilMs", nowMs))
    .take(places);
  const due = await ctx.db
    .query("outbox")
    .withIndex("by_kind_and_due", (q) =>
      q.eq("kind", kind).gt("dueAtMs", null).lte("dueAtMs", nowMs),
    )
    .take(places);
  for (const work of due.slice(0, places - running.length)) {
    const started = await begin(ctx, work);
    const runId = await ctx.scheduler.runAfter(0, internal.backstage.outbox.run, started);
    await ctx.db.patch("outbox", work._id, { runId });
  }
}

/**
 * Asks for it, and begins it: for an action that does it itself, since somebody waits for what becomes of it.
 * Null while another run does it.
 */
export async function takeUp(
  ctx: MutationCtx,
  kind: WorkKind,
  key: string,
): Promise<StartedRun | null> {
  await askFor(ctx, kind, [key], { afterMs: LEASE_MS });
  const work = await findWork(ctx, kind, key);
  if (work === null) throw new Error(`${kind} ${key} was not written`);
  return work.leaseId === null ? await begin(ctx, work) : null;
}

async function begin(
  ctx: MutationCtx,
  { _id: workId, kind, key, version }: Doc<"outbox">,
): Promise<StartedRun> {
  const leaseId = crypto.randomUUID();
  const leaseUntilMs = Date.now() + LEASE_MS;
  await ctx.db.patch("outbox", workId, { leaseId, leaseUntilMs, dueAtMs: null });
  return { workId, leaseId, version, kind, key };
}

/** Renews the lease of a run in progress, unless the run has lost it. */
export async function renewLease(ctx: MutationCtx, { workId, leaseId }: Lease): Promise<void> {
  const work = await ctx.db.get("outbox", workId);
  if (work?.leaseId !== leaseId) return;
  await ctx.db.patch("outbox", workId, { leaseUntilMs: Date.now() + LEASE_MS });
}

/** Has the runs noted that died. Each is noted apart, so that none keeps another from it. */
export async function findDeadRuns(ctx: MutationCtx, kind: WorkKind): Promise<void> {
  const running = await ctx.db
    .query("outbox")
    .withIndex("by_kind_and_lease", (q) => q.eq("kind", kind).gt("leaseUntilMs", null))
    .take(RUNS_READ);
  for (const work of running) {
    if (work.leaseId === null || !(await isDead(ctx, work))) continue;
    const lease = { workId: work._id, leaseId: work.leaseId };
    await ctx.scheduler.runAfter(0, internal.backstage.outbox.noteDeath, lease);
  }
}

/**
 * A run notes how it ended before its function ends. So one whose function is over has died: a backend that starts
 * counts the actions as failed that were under way when the one before it ended (docs/fidelity.md, J3).
 */
async function isDead(ctx: QueryCtx, { leaseUntilMs, runId }: Doc<"outbox">): Promise<boolean> {
  if (leaseUntilMs !== null && leaseUntilMs <= Date.now()) return true;
  if (runId === undefined) return false;
  const run = await ctx.db.system.get("_scheduled_functions", runId);
  return run?.state.kind !== "pending" && run?.state.kind !== "inProgress";
}
