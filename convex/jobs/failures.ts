/** What the table of jobs says about the work of the last hours: how late it is, and what fails. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { JobKind } from "./table";

/** Jobs of one kind that are read. An outage makes all of them fail. */
const MAX_FAILING = 20;

/** When the job of these kinds was due that waits the longest. Null if none waits; a cron starts due jobs within a minute. */
export async function oldestDue(ctx: QueryCtx, kinds: readonly JobKind[]): Promise<number | null> {
  const times: number[] = [];
  for (const kind of kinds) {
    const oldest = await ctx.db
      .query("jobs")
      .withIndex("by_kind_and_due", (q) => q.eq("kind", kind).gt("dueAtMs", null))
      .first();
    if (oldest?.dueAtMs != null) times.push(oldest.dueAtMs);
  }
  return times.length === 0 ? null : Math.min(...times);
}

/** When the newest job of these kinds was enqueued that has failed at least so often and is still retried. */
export async function newestFailing(
  ctx: QueryCtx,
  kinds: readonly JobKind[],
  minFailures: number,
): Promise<number | null> {
  const failing = await failingJobs(ctx, kinds, minFailures);
  const times = failing.map(({ enqueuedAtMs }) => enqueuedAtMs);
  return times.length === 0 ? null : Math.max(...times);
}

/** Jobs of these kinds that have failed at least so often and are still retried. */
export async function failingJobs(
  ctx: QueryCtx,
  kinds: readonly JobKind[],
  minFailures: number,
): Promise<Doc<"jobs">[]> {
  const failing: Doc<"jobs">[] = [];
  for (const kind of kinds) {
    const ofKind = await ctx.db
      .query("jobs")
      .withIndex("by_dead", (q) =>
        q.eq("deadAtMs", null).eq("kind", kind).gte("attempts", minFailures),
      )
      .take(MAX_FAILING);
    failing.push(...ofKind);
  }
  return failing;
}

/** When the newest of the jobs was given up that wait for an operator. Null if there is none. */
export async function newestGivenUp(ctx: QueryCtx): Promise<number | null> {
  const newest = await ctx.db
    .query("jobs")
    .withIndex("by_dead", (q) => q.gt("deadAtMs", null))
    .order("desc")
    .first();
  return newest?.deadAtMs ?? null;
}
