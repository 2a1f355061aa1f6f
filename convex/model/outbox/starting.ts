import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { askFor, findWork } from "./asking";
import type { StartedRun, WorkKind } from "./outboxFields";

/** Runs of one kind at a time: a vendor limits how fast it may be asked. */
const AT_ONCE = 4;
/** Each at another server, none of them a vendor's. */
const MORE_AT_ONCE: Partial<Record<WorkKind, number>> = { webhook: 16, slowWebhook: 8 };
/** A run asks a vendor a few times, each for 20 seconds at most. */
export const LEASE_MS = 5 * 60_000;
const EXPIRED_AT_ONCE = 100;

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
    await ctx.scheduler.runAfter(0, internal.backstage.outbox.run, await begin(ctx, work));
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

/** Runs that ended without a word have failed. Each is noted apart, so that none keeps another from it. */
export async function endExpiredRuns(ctx: MutationCtx, kind: WorkKind): Promise<void> {
  const expired = await ctx.db
    .query("outbox")
    .withIndex("by_kind_and_lease", (q) =>
      q.eq("kind", kind).gt("leaseUntilMs", null).lte("leaseUntilMs", Date.now()),
    )
    .take(EXPIRED_AT_ONCE);
  for (const { _id, leaseId, version, key } of expired) {
    if (leaseId === null) continue;
    const ended = {
      workId: _id,
      leaseId,
      version,
      kind,
      key,
      error: "The run ended without a word.",
      againAtMs: null,
    };
    await ctx.scheduler.runAfter(0, internal.backstage.outbox.noteRun, ended);
  }
}
