/** Assistants that were last sent to the voice platform by an older version of the code, or with other settings. */
import { literals } from "convex-helpers/validators";
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { enqueue, findJob } from "../jobs/enqueue";
import { internalMutation } from "../lib/internalFunctions";
import { specDigest } from "./specDigest";

/** The digests that differ from the current one are in two index ranges, below and above it. */
const side = literals("below", "above");
const resendStep = v.object({ digest: v.string(), side, cursor: v.nullable(v.string()) });
type Side = Infer<typeof side>;
type ResendStep = Infer<typeof resendStep>;

const BATCH_SIZE = 25;
/** Between batches, so that owners' own saves do not wait behind thousands of others. */
const PAUSE_MS = 30_000;
const MAX_SHOWN = 50;

/**
 * Enqueues outdated assistants to be sent again, in batches that schedule one another, and returns the size of the first
 * batch. `npm start` and `npm run deploy` call it after each push.
 */
export const resendOutdated = internalMutation({
  args: { step: v.optional(resendStep) },
  returns: v.number(),
  handler: async (ctx, { step = null }) => await resend(ctx, step),
});

async function resend(ctx: MutationCtx, step: ResendStep | null): Promise<number> {
  const digest = await specDigest();
  // A newer version has been deployed in the meantime and has started over.
  if (step !== null && step.digest !== digest) return 0;
  const { side, cursor } = step ?? { side: "below", cursor: null };
  const batch = await withOtherDigest(ctx, digest, side).paginate({
    cursor,
    numItems: BATCH_SIZE,
  });
  const assistantIds = batch.page.flatMap(({ assistantId }) => assistantId ?? []);
  await enqueue(ctx, "voiceSync", assistantIds);
  const next = batch.isDone
    ? await otherSide(ctx, digest, side)
    : { digest, side, cursor: batch.continueCursor };
  if (next !== null) {
    const pauseMs = assistantIds.length === 0 ? 0 : PAUSE_MS;
    await ctx.scheduler.runAfter(pauseMs, internal.assistants.outdated.resendOutdated, {
      step: next,
    });
  }
  return assistantIds.length;
}

async function otherSide(ctx: QueryCtx, digest: string, side: Side): Promise<ResendStep | null> {
  if (side === "above") return null;
  const hasAny = (await withOtherDigest(ctx, digest, "above").first()) !== null;
  return hasAny ? { digest, side: "above", cursor: null } : null;
}

function withOtherDigest(ctx: QueryCtx, digest: string, side: Side) {
  return ctx.db
    .query("voiceAssistants")
    .withIndex("by_spec_digest", (q) =>
      side === "below" ? q.lt("specDigest", digest) : q.gt("specDigest", digest),
    );
}

export type Outdated = { assistantId: Id<"assistants">; name: string; isWaiting: boolean };

/** For the doctor: the first few, and whether there are more. */
export async function outdatedAssistants(
  ctx: QueryCtx,
  digest: string,
): Promise<{ assistants: Outdated[]; isMore: boolean }> {
  const rows: Doc<"voiceAssistants">[] = [];
  for (const side of ["below", "above"] as const) {
    rows.push(...(await withOtherDigest(ctx, digest, side).take(MAX_SHOWN + 1)));
  }
  const assistants: Outdated[] = [];
  for (const { assistantId } of rows.slice(0, MAX_SHOWN)) {
    // A form has created it and is not submitted yet.
    const assistant = assistantId && (await ctx.db.get("assistants", assistantId));
    if (assistant === null) continue;
    const job = await findJob(ctx, "voiceSync", assistant._id);
    const isWaiting = job?.deadAtMs === null;
    assistants.push({ assistantId: assistant._id, name: assistant.name, isWaiting });
  }
  return { assistants, isMore: rows.length > MAX_SHOWN };
}
