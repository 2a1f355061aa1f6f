/** Assistants that the voice platform was last sent by an older version of the code, or with other settings. */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { askFor, findWork } from "../outbox/asking";
import { specPrint } from "./specPrint";

/** Of a range of the index: digests are in no order, so those that differ stand on either side. */
export type Side = "below" | "above";
export type ResendStep = { print: string; side: Side; cursor: string | null };

const RESENT_AT_ONCE = 25;
/** One at a time is sent where Convex has few places: owners' own saves do not wait behind thousands of others. */
const PAUSE_MS = 30_000;
const SHOWN_AT_ONCE = 50;

/**
 * Has them sent again, in batches that go on by themselves. Where none is outdated it reads two index ranges, which
 * are empty, and ends.
 */
export async function resendOutdated(ctx: MutationCtx, step: ResendStep | null): Promise<number> {
  const print = await specPrint();
  // A newer version has been deployed meanwhile, and has begun anew.
  if (step !== null && step.print !== print) return 0;
  const { side, cursor } = step ?? { side: "below", cursor: null };
  const batch = await withOtherPrint(ctx, print, side).paginate({
    cursor,
    numItems: RESENT_AT_ONCE,
  });
  const assistantIds = batch.page.flatMap(({ assistantId }) => assistantId ?? []);
  await askFor(ctx, "voiceSync", assistantIds);
  const next = batch.isDone
    ? await otherSide(ctx, print, side)
    : { print, side, cursor: batch.continueCursor };
  if (next !== null) {
    const pauseMs = assistantIds.length === 0 ? 0 : PAUSE_MS;
    await ctx.scheduler.runAfter(pauseMs, internal.operator.resendOutdated, { step: next });
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
    .withIndex("by_spec_print", (q) =>
      side === "below" ? q.lt("specPrint", print) : q.gt("specPrint", print),
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
    const work = await findWork(ctx, "voiceSync", assistant._id);
    const isWaiting = work?.deadAtMs === null;
    assistants.push({ assistantId: assistant._id, name: assistant.name, isWaiting });
  }
  return { assistants, isMore: rows.length > SHOWN_AT_ONCE };
}
