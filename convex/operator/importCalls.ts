/** Imports past calls with their transcripts and outcomes, like calls that the voice platform reports. */
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { findActiveSubscription } from "../billing/plans/customers";
import { addToTotals, countUsage, type CountedCall } from "../billing/usage/usage";
import { findCall } from "../calls/changes";
import { retentionDeadline } from "../calls/deletion";
import { applyCallEvent, applyImportedReport } from "../calls/life";
import { callAllowance, callReport } from "../calls/table";
import { saveTexts } from "../calls/texts";
import { saveOutcome, outcomeOf, saveNote } from "../inbox/outcomes";
import { outcomeStatus } from "../inbox/table";
import { internalMutation } from "../lib/internalFunctions";
import { MAX_CALL_SECONDS } from "../shared/limits";

/** Each call has about twenty documents, and a transaction writes at most 16,000. */
export const MAX_CALLS_AT_ONCE = 200;

export const importedCall = v.object({
  /** A call with a known id is skipped, so an import can be repeated. */
  platformCallId: v.string(),
  createdAtMs: v.number(),
  report: callReport,
  /** The owner's status and note for its inbox entry. */
  handled: v.union(v.object({ status: outcomeStatus, note: v.string() }), v.null()),
});
export type ImportedCall = Infer<typeof importedCall>;

/** Counts all calls together, which is several times faster than one by one. */
export async function importCalls(
  ctx: MutationCtx,
  assistant: Doc<"assistants">,
  imported: ImportedCall[],
): Promise<void> {
  const { ownerId } = assistant;
  const subscription = await findActiveSubscription(ctx, ownerId);
  const allowance: CountedCall["allowance"] = subscription === null ? "free" : "plan";
  const countedCalls: CountedCall[] = [];
  for (const one of imported) {
    const { platformCallId, createdAtMs, report } = one;
    if ((await findCall(ctx, { platformCallId, callId: null })) !== null) continue;
    const created = {
      ownerId,
      assistantId: assistant._id,
      kind: "visitor" as const,
      allowance,
      status: "queued" as const,
      isLive: false,
      maxDurationSeconds: MAX_CALL_SECONDS,
      createdAtMs,
      ...retentionDeadline(assistant, createdAtMs),
    };
    const { call, counted } = applyImportedReport(created, {
      platformCallId,
      report,
      by: "report",
    });
    await saveContent(ctx, await ctx.db.insert("calls", call), one);
    if (counted !== null) countedCalls.push(counted);
  }
  await addToTotals(ctx, ownerId, { calls: countedCalls.length });
  if (countedCalls.length > 0) await countUsage(ctx, ownerId, countedCalls);
}

/** Counts usage without a call. */
export const recordUsage = internalMutation({
  args: {
    ownerId: v.id("users"),
    assistantId: v.id("assistants"),
    seconds: v.number(),
    endedAtMs: v.number(),
    allowance: callAllowance,
  },
  returns: v.null(),
  handler: async (ctx, { ownerId, ...counted }) => {
    const createdAtMs = counted.endedAtMs - counted.seconds * 1000;
    await countUsage(ctx, ownerId, [{ ...counted, calls: 1, createdAtMs, costMicros: 0 }]);
    return null;
  },
});

async function saveContent(
  ctx: MutationCtx,
  callId: Id<"calls">,
  { report, handled }: ImportedCall,
): Promise<void> {
  const call = await ctx.db.get("calls", callId);
  if (call === null) return;
  await saveTexts(ctx, call, report, true);
  if (report.outcome === null) return;
  await saveOutcome(ctx, call, report.outcome);
  const outcome = handled === null ? null : await outcomeOf(ctx, callId);
  if (handled !== null && outcome !== null) {
    await saveNote(ctx, outcome, { ...handled, isUnread: false });
  }
}

/** Attaches a recording to an imported call without one. */
export async function attachRecording(
  ctx: MutationCtx,
  { platformCallId, storageId }: { platformCallId: string; storageId: Id<"_storage"> },
): Promise<void> {
  const call = await findCall(ctx, { platformCallId, callId: null });
  if (call === null) throw new Error(`There is no call ${platformCallId}`);
  if (call.recording !== undefined) throw new Error(`${platformCallId} has a recording`);
  await applyCallEvent(ctx, call, "recorded", { recording: { state: "stored", storageId } });
}
