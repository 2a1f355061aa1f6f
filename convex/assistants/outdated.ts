/** Assistants that the voice platform was last sent by an older version of the code, or with other settings. */
import { literals } from "convex-helpers/validators";
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { enqueue, findJob } from "../jobs/enqueue";
import { internalMutation } from "../lib/internalFunctions";
import { specDigest } from "./specDigest";

/** One of two index ranges: digests have no order, so those that differ lie below and above the current one. */
const side = literals("below", "above");
const resendStep = v.object({ print: v.string(), side, cursor: v.nullable(v.string()) });
type Side = Infer<typeof side>;
type ResendStep = Infer<typeof resendStep>;

const RESENT_AT_ONCE = 25;
/** One at a time is sent where Convex has few places: owners' own saves do not wait behind thousands of others. */
const PAUSE_MS = 30_000;
const SHOWN_AT_ONCE = 50;

/**
 * Enqueues them to be sent again, in batches that schedule one another, and returns the size of the first batch. If none
 * is outdated it reads two empty index ranges. `npm start` and `npm run deploy` call it after each push.
 */
export const resendOutdated = internalMutation({
  args: { step: v.optional(resendStep) },
  returns: v.number(),
  handler: async (ctx, { step = null }) => await resend(ctx, step),
});

async function resend(ctx: MutationCtx, step: ResendStep | null): Promise<number> {
  const print = await specDigest();
  // A newer version has been deployed meanwhile, and has begun anew.
  if (step !== null && step.print !== print) return 0;
  const { side, cursor } = step ?? { side: "below", cursor: null };
  const batch = await withOtherPrint(ctx, print, side).paginate({
    cursor,
    numItems: RESENT_AT_ONCE,
  });
  const assistantIds = batch.page.flatMap(({ assistantId }) => assistantId ?? []);
  await enqueue(ctx, "voiceSync", assistantIds);
  const next = batch.isDone
    ? await otherSide(ctx, print, side)
    : { print, side, cursor: batch.continueCursor };
  if (next !== null) {
    const pauseMs = assistantIds.length === 0 ? 0 : PAUSE_MS;
    await ctx.scheduler.runAfter(pauseMs, internal.assistants.outdated.resendOutdated, {
      step: next,
    });
  }
  return assistantIds.length;
}

async function otherSide(ctx: QueryCtx, print: string, side: Side): Promise<ResendStep | null> {
  if (side === "above") return null;
  const isAny = (await withOtherPrint(ctx, print, "above").first()) !== null;
  return isAny ? { print, side: "above", cursor: null } : null;
}

function withOtherPrint(ctx: QueryCtx, print: string, side: Side) {
  return ctx.db
    .query("voiceAssistants")
    .withIndex("by_spec_digest", (q) =>
      side === "below" ? q.lt("specDigest", print) : q.gt("specDigest", print),
    );
}

export type Outdated = { assistantId: Id<"assistants">; name: string; isWaiting: boolean };

/** For the doctor: the first few, and whether there are more. */
export async function outdatedAssistants(
  ctx: QueryCtx,
  print: string,
): Promise<{ assistants: Outdated[]; isMore: boolean }> {
  const rows: Doc<"voiceAssistants">[] = [];
  for (const side of ["below", "above"] as const) {
    rows.push(...(await withOtherPrint(ctx, print, side).take(SHOWN_AT_ONCE + 1)));
  }
  const assistants: Outdated[] = [];
  for (const { assistantId } of rows.slice(0, SHOWN_AT_ONCE)) {
    // What a form has made and not saved yet.
    const assistant = assistantId && (await ctx.db.get("assistants", assistantId));
    if (assistant === null) continue;
    const work = await findJob(ctx, "voiceSync", assistant._id);
    const isWaiting = work?.deadAtMs === null;
    assistants.push({ assistantId: assistant._id, name: assistant.name, isWaiting });
  }
  return { assistants, isMore: rows.length > SHOWN_AT_ONCE };
}
