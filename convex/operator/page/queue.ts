/** The job queue and its recent errors, for the operator's page. */
import { type Infer, v } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { failingJobs } from "../../jobs/failures";
import { JOB_KINDS, type JobKind, jobKind } from "../../jobs/table";
import { deadJobs, MAX_DEAD_JOBS } from "../facts";
import { shownError } from "./shownError";

/** Jobs of one kind that are counted. */
const MAX_COUNTED = 50;
const MAX_ERRORS = 20;

const counted = v.object({ count: v.number(), isMore: v.boolean() });
type Counted = Infer<typeof counted>;

export const queueState = v.object({
  /** Only kinds of which there is a job. */
  kinds: v.array(
    v.object({
      kind: jobKind,
      waiting: counted,
      running: counted,
      failed: counted,
      /** When the oldest of those that wait is due. */
      dueSinceMs: v.union(v.number(), v.null()),
    }),
  ),
  errors: v.array(
    v.object({
      jobId: v.id("jobs"),
      kind: jobKind,
      /** Without what a vendor or an owner wrote. */
      error: v.string(),
      attempts: v.number(),
      enqueuedAtMs: v.number(),
      /** Null if it was given up, or is running. */
      nextAtMs: v.union(v.number(), v.null()),
      givenUpAtMs: v.union(v.number(), v.null()),
    }),
  ),
});
type QueueState = Infer<typeof queueState>;

export async function readQueue(ctx: QueryCtx): Promise<QueueState> {
  const dead = await deadJobs(ctx);
  const kinds: QueueState["kinds"] = [];
  for (const kind of JOB_KINDS) {
    const state = await stateOf(ctx, kind, dead);
    const hasJobs = [state.waiting, state.running, state.failed].some(({ count }) => count > 0);
    if (hasJobs) kinds.push(state);
  }
  const failing = [...dead, ...(await failingJobs(ctx, JOB_KINDS, 1))];
  return { kinds, errors: failing.toSorted(byNewest).slice(0, MAX_ERRORS).map(toError) };
}

async function stateOf(
  ctx: QueryCtx,
  kind: JobKind,
  dead: Doc<"jobs">[],
): Promise<QueueState["kinds"][number]> {
  const waiting = await ctx.db
    .query("jobs")
    .withIndex("by_kind_and_due", (q) => q.eq("kind", kind).gt("dueAtMs", null))
    .take(MAX_COUNTED + 1);
  const running = await ctx.db
    .query("jobs")
    .withIndex("by_kind_and_lease", (q) => q.eq("kind", kind).gt("leaseUntilMs", null))
    .take(MAX_COUNTED + 1);
  const failed = dead.filter((job) => job.kind === kind).length;
  return {
    kind,
    waiting: upTo(waiting.length),
    running: upTo(running.length),
    failed: { count: failed, isMore: failed > 0 && dead.length === MAX_DEAD_JOBS },
    dueSinceMs: waiting[0]?.dueAtMs ?? null,
  };
}

function upTo(length: number): Counted {
  return { count: Math.min(length, MAX_COUNTED), isMore: length > MAX_COUNTED };
}

function byNewest(one: Doc<"jobs">, other: Doc<"jobs">): number {
  return (other.deadAtMs ?? other.enqueuedAtMs) - (one.deadAtMs ?? one.enqueuedAtMs);
}

function toError(job: Doc<"jobs">): QueueState["errors"][number] {
  return {
    jobId: job._id,
    kind: job.kind,
    error: shownError(job.lastError),
    attempts: job.attempts,
    enqueuedAtMs: job.enqueuedAtMs,
    nextAtMs: job.dueAtMs,
    givenUpAtMs: job.deadAtMs,
  };
}
