/**
 * Deletes calls here and at the voice platform. A record remains of the request and of when the platform confirmed the
 * deletion. It contains nothing of the conversation. Usage stays counted.
 */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { deleteRunsOf } from "../assistantActions/log";
import { deleteQuestionsOf } from "../assistantActions/ownerAnswer";
import { deleteOutcome } from "../inbox/outcomes";
import { evaluationName } from "../inbox/structuredOutput";
import { enqueueCleanup, type CleanupTask } from "../jobs/cleanupTask";
import { cancel, findJob } from "../jobs/enqueue";
import { internalMutation } from "../lib/internalFunctions";
import { deleteStoredFile } from "../lib/storedFiles";
import { userError } from "../lib/userError";
import { DAY_MS } from "../shared/durations";
import { REFUSALS } from "../shared/messages";
import { scheduleNamedDeletion, scheduleVendorDeletion } from "../vendors/vendorDeletion";
import { deleteUsesOf } from "./pageUseRows";
import { partsOf } from "./thread";

type Call = Doc<"calls">;
type DeletionReason = Doc<"callDeletions">["reason"];

/** A call's texts can have a megabyte, a deletion reads them twice, and a function reads at most 16 megabytes. */
const DELETE_BATCH_SIZE = 6;
const UPDATE_BATCH_SIZE = 100;

/** False for live calls, and until the platform has reported the call's usage. */
export function isDeletable({ status, endSource }: Call): boolean {
  return status === "ended" && endSource !== "status";
}

export async function deleteOwnCall(ctx: MutationCtx, call: Call): Promise<void> {
  if (!isDeletable(call)) throw userError("call_going_on", REFUSALS.callGoingOn);
  await deleteCall(ctx, call, { reason: "requested", isBulk: false });
}

/** With its earlier and later parts. Requested by the visitor. */
export async function deleteConversation(ctx: MutationCtx, call: Call): Promise<void> {
  const { threadId } = call;
  const parts = threadId === undefined ? [call] : await partsOf(ctx, threadId);
  if (!parts.every(isDeletable)) throw userError("call_going_on", REFUSALS.conversationGoingOn);
  for (const part of parts) await deleteCall(ctx, part, { reason: "visitor", isBulk: false });
}

/** Runs every hour. */
export const deleteDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const hasMore = await deleteDueCalls(ctx);
    if (hasMore) await ctx.scheduler.runAfter(0, internal.calls.deletion.deleteDue, {});
    return null;
  },
});

async function deleteCall(
  ctx: MutationCtx,
  call: Call,
  { reason, isBulk }: { reason: DeletionReason; isBulk: boolean },
): Promise<void> {
  const { _id: callId, ownerId, createdAtMs: calledAtMs, platformCallId = null } = call;
  const { platformSessionId } = call;
  const nowMs = Date.now();
  const texts = await ctx.db
    .query("callTexts")
    .withIndex("by_call", (q) => q.eq("callId", callId))
    .unique();
  if (texts !== null) await ctx.db.delete("callTexts", texts._id);
  await deleteOutcome(ctx, callId);
  await deleteRunsOf(ctx, callId);
  await deleteUsesOf(ctx, callId);
  await deleteQuestionsOf(ctx, callId);
  await cancelFollowUp(ctx, call);
  const calls = platformCallId === null ? [] : [platformCallId];
  const sessions = platformSessionId === undefined ? [] : [platformSessionId];
  await scheduleVendorDeletion(ctx, "call", calls, { isBulk });
  await scheduleVendorDeletion(ctx, "session", sessions, { isBulk });
  await ctx.db.insert("callDeletions", {
    ownerId,
    callId,
    platformCallId,
    ...(platformSessionId === undefined ? {} : { platformSessionId }),
    calledAtMs,
    reason,
    deletedAtMs: nowMs,
    deletedAtPlatformAtMs: calls.length + sessions.length === 0 ? nowMs : null,
  });
  await ctx.db.delete("calls", callId);
}

/** Deletes the recording, and cancels the jobs that ask the platform about the call. */
export async function cancelFollowUp(
  ctx: MutationCtx,
  { _id, recording, channel }: Call,
): Promise<void> {
  if (recording?.state === "stored") await deleteStoredFile(ctx, recording.storageId);
  if (recording?.state === "pending") await cancel(ctx, "callRecording", _id);
  if (channel === "text") await cancelTyped(ctx, _id);
  else await cancel(ctx, "callReport", _id);
}

/** While its job exists, an evaluation may be running, or the platform may have a session whose id we never got. */
async function cancelTyped(ctx: MutationCtx, callId: Id<"calls">): Promise<void> {
  if ((await findJob(ctx, "typedConversation", callId)) === null) return;
  await cancel(ctx, "typedConversation", callId);
  await scheduleNamedDeletion(ctx, [callId, evaluationName(callId)]);
}

/** Called when the platform has deleted something. The job's key is `kind/id`. */
export async function recordDeletedAtPlatform(ctx: MutationCtx, key: string): Promise<void> {
  const [kind, id = ""] = key.split("/");
  if (kind !== "call" && kind !== "session") return;
  const deletions = ctx.db.query("callDeletions");
  const deletion = await (
    kind === "call"
      ? deletions.withIndex("by_platform_call_id", (q) => q.eq("platformCallId", id))
      : deletions.withIndex("by_platform_session_id", (q) => q.eq("platformSessionId", id))
  ).unique();
  if (deletion === null) return;
  await ctx.db.patch("callDeletions", deletion._id, { deletedAtPlatformAtMs: Date.now() });
}

type CallsToDelete = Omit<Extract<CleanupTask, { kind: "calls" }>, "kind">;

/** Deletes a batch at once and the rest in the background. Live calls are skipped. */
export async function deleteCalls(ctx: MutationCtx, which: CallsToDelete): Promise<void> {
  const beforeMs = await deleteCallBatch(ctx, which);
  if (beforeMs !== null) await enqueueCleanup(ctx, { kind: "calls", ...which, beforeMs });
}

/** Deletes the newest calls first. Returns the time before which to continue, or null after the last batch. */
export async function deleteCallBatch(
  ctx: MutationCtx,
  { ownerId, assistantId, beforeMs }: CallsToDelete,
): Promise<number | null> {
  const calls = ctx.db.query("calls");
  const inOrder =
    assistantId === null
      ? calls.withIndex("by_owner", (q) => q.eq("ownerId", ownerId).lt("createdAtMs", beforeMs))
      : calls.withIndex("by_owner_and_assistant", (q) =>
          q.eq("ownerId", ownerId).eq("assistantId", assistantId).lt("createdAtMs", beforeMs),
        );
  const batch = await inOrder.order("desc").take(DELETE_BATCH_SIZE);
  const deletable = batch.filter(isDeletable);
  for (const call of deletable) await deleteCall(ctx, call, { reason: "requested", isBulk: true });
  const last = batch.at(-1);
  if (last === undefined || batch.length < DELETE_BATCH_SIZE) return null;
  // More calls may have the same time, so the next batch includes it, unless none of them could be deleted.
  const isStuck = deletable.length === 0 && batch[0]?.createdAtMs === last.createdAtMs;
  return isStuck ? last.createdAtMs : last.createdAtMs + 1;
}

/** When a call of this assistant is deleted. Empty if calls are kept forever. */
export function retentionDeadline(
  { callsKeptDays }: Doc<"assistants">,
  createdAtMs: number,
): { deleteAtMs?: number } {
  return callsKeptDays == null ? {} : { deleteAtMs: createdAtMs + callsKeptDays * DAY_MS };
}

/** Called after the owner has changed the retention. Updates a batch, and returns where to continue, or null. */
export async function applyRetention(
  ctx: MutationCtx,
  which: { assistantId: Id<"assistants">; cursor: string | null },
): Promise<string | null> {
  const assistant = await ctx.db.get("assistants", which.assistantId);
  if (assistant === null) return null;
  const { ownerId, _id } = assistant;
  const { page, isDone, continueCursor } = await ctx.db
    .query("calls")
    .withIndex("by_owner_and_assistant", (q) => q.eq("ownerId", ownerId).eq("assistantId", _id))
    .paginate({ numItems: UPDATE_BATCH_SIZE, cursor: which.cursor });
  for (const call of page) {
    const { deleteAtMs } = retentionDeadline(assistant, call.createdAtMs);
    if (call.deleteAtMs !== deleteAtMs) await ctx.db.patch("calls", call._id, { deleteAtMs });
  }
  return isDone ? null : continueCursor;
}

/** Deletes a batch of the calls whose retention has ended, and returns whether there may be more. */
export async function deleteDueCalls(ctx: MutationCtx): Promise<boolean> {
  const nowMs = Date.now();
  const due = await ctx.db
    .query("calls")
    .withIndex("by_delete_at", (q) => q.gt("deleteAtMs", 0).lte("deleteAtMs", nowMs))
    .take(DELETE_BATCH_SIZE);
  for (const call of due) {
    if (isDeletable(call)) await deleteCall(ctx, call, { reason: "retention", isBulk: true });
    else await ctx.db.patch("calls", call._id, { deleteAtMs: nowMs + DAY_MS });
  }
  return due.length === DELETE_BATCH_SIZE;
}
