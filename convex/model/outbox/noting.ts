import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { alertOperator } from "../alert";
import { HANDLERS } from "./handlers";
import { GIVE_UP_AFTER_MS, retryDelayMs } from "./retryDelay";

export interface Run {
  workId: Id<"outbox">;
  leaseId: string;
  /** What had been asked for when it began. */
  version: number;
  /** Null when it did what it was to do. */
  error: string | null;
}

/** What became of a run; nothing when its lease has gone to another or its work was withdrawn. */
export async function noteRunOf(
  ctx: MutationCtx,
  { workId, leaseId, version, error }: Run,
): Promise<void> {
  const work = await ctx.db.get("outbox", workId);
  if (work?.leaseId !== leaseId) return;
  const nowMs = Date.now();
  const ended = { leaseId: null, leaseUntilMs: null, lastError: error };
  if (work.version !== version) {
    await ctx.db.patch("outbox", workId, { ...ended, dueAtMs: nowMs });
    return;
  }
  await HANDLERS[work.kind].noteOutcome?.(ctx, work.key, error === null);
  if (error === null) {
    await ctx.db.delete("outbox", workId);
    return;
  }
  const attempts = work.attempts + 1;
  const isGivenUp = nowMs - work.askedAtMs >= GIVE_UP_AFTER_MS;
  await ctx.db.patch("outbox", workId, {
    ...ended,
    attempts,
    dueAtMs: isGivenUp ? null : nowMs + retryDelayMs(attempts, Math.random()),
    deadAtMs: isGivenUp ? nowMs : null,
  });
  if (isGivenUp) {
    const { kind, key } = work;
    alertOperator("Work at a vendor was given up", { workId, kind, key, error });
  }
}
