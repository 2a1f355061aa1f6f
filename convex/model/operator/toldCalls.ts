/** Calls of before, with all that was said and left behind: taken in as those that the voice platform reports. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { MAX_CALL_SECONDS } from "../../catalog/limits";
import { callReport } from "../calls/callFields";
import { keptUntil } from "../calls/callDeletion";
import { happened, reportedAtOnce } from "../calls/callLife";
import { findCall } from "../calls/calls";
import { keepTexts } from "../calls/callTexts";
import { addToTotals, countTalk, type Talk } from "../money/minutes/usage";
import { findActiveSubscription } from "../money/plans/customers";
import { outcomeStatus } from "../outcomes/outcomeFields";
import { keepOutcome, outcomeOf, writeDown } from "../outcomes/outcomes";

/** Each is some twenty documents, and a transaction writes no more than 16,000. */
export const MOST_TOLD_AT_ONCE = 200;

export const toldCall = v.object({
  /** By which it is known when it is told again: then nothing is added. */
  platformCallId: v.string(),
  mintedAtMs: v.number(),
  report: callReport,
  /** How its owner has dealt with what it left behind. */
  handled: v.union(v.object({ status: outcomeStatus, note: v.string() }), v.null()),
});
export type ToldCall = Infer<typeof toldCall>;

/** Counted together: one by one takes several times as long. */
export async function addToldCalls(
  ctx: MutationCtx,
  assistant: Doc<"assistants">,
  told: ToldCall[],
): Promise<void> {
  const { ownerId } = assistant;
  const subscription = await findActiveSubscription(ctx, ownerId);
  const allowance: Talk["allowance"] = subscription === null ? "free" : "plan";
  const talks: Talk[] = [];
  for (const one of told) {
    const { platformCallId, mintedAtMs, report } = one;
    if ((await findCall(ctx, { platformCallId, callId: null })) !== null) continue;
    const minted = {
      ownerId,
      assistantId: assistant._id,
      kind: "visitor" as const,
      allowance,
      status: "queued" as const,
      isLive: false,
      maxDurationSeconds: MAX_CALL_SECONDS,
      mintedAtMs,
      ...keptUntil(assistant, mintedAtMs),
    };
    const { call, talk } = reportedAtOnce(minted, { platformCallId, report, by: "report" });
    await keepTold(ctx, await ctx.db.insert("calls", call), one);
    if (talk !== null) talks.push(talk);
  }
  await addToTotals(ctx, ownerId, { calls: talks.length });
  if (talks.length > 0) await countTalk(ctx, ownerId, talks);
}

async function keepTold(
  ctx: MutationCtx,
  callId: Id<"calls">,
  { report, handled }: ToldCall,
): Promise<void> {
  const call = await ctx.db.get("calls", callId);
  if (call === null) return;
  await keepTexts(ctx, call, report, true);
  if (report.outcome === null) return;
  await keepOutcome(ctx, call, report.outcome);
  const outcome = handled === null ? null : await outcomeOf(ctx, callId);
  if (handled !== null && outcome !== null) {
    await writeDown(ctx, outcome, { ...handled, isUnread: false });
  }
}

/** Of a call that was told, and has none. */
export async function attachRecording(
  ctx: MutationCtx,
  { platformCallId, storageId }: { platformCallId: string; storageId: Id<"_storage"> },
): Promise<void> {
  const call = await findCall(ctx, { platformCallId, callId: null });
  if (call === null) throw new Error(`There is no call ${platformCallId}`);
  if (call.recording !== undefined) throw new Error(`${platformCallId} has a recording`);
  await happened(ctx, call, "recorded", { recording: { state: "stored", storageId } });
}
