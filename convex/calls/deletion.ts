/**
 * A call that its owner wants gone goes here and at the voice platform. That it was asked for, and when it was
 * done there, is kept: it says nothing of what was talked about. What was counted stays counted.
 */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { deleteOutcome } from "../inbox/outcomes";
import { enqueueCleanup, type CleanupTask } from "../jobs/cleanupTask";
import { cancel } from "../jobs/enqueue";
import { internalMutation } from "../lib/internalFunctions";
import { deleteStoredFile } from "../lib/storedFiles";
import { userError } from "../lib/userError";
import { DAY_MS } from "../shared/durations";
import { REFUSALS } from "../shared/messages";
import { scheduleVendorDeletion } from "../vendors/vendorDeletion";

type Call = Doc<"calls">;
type Why = Doc<"callDeletions">["why"];

/** What was said may take a megabyte a call, a deletion reads it twice, and a function reads at most 16. */
const CALLS_AT_ONCE = 6;
const STAMPED_AT_ONCE = 100;

/** One that goes on, or of which the platform has not told all that counts, has to wait. */
export function isDeletable({ status, endSource }: Call): boolean {
  return status === "ended" && endSource !== "status";
}

export async function deleteOwnCall(ctx: MutationCtx, call: Call): Promise<void> {
  if (!isDeletable(call)) throw userError("call_going_on", REFUSALS.callGoingOn);
  await deleteCall(ctx, call, { why: "asked", isBulk: false });
}

/** Called every hour. */
export const deleteDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = await deleteDueCalls(ctx);
    if (isMore) await ctx.scheduler.runAfter(0, internal.calls.deletion.deleteDue, {});
    return null;
  },
});

async function deleteCall(
  ctx: MutationCtx,
  call: Call,
  { why, isBulk }: { why: Why; isBulk: boolean },
): Promise<void> {
  const { _id: callId, ownerId, mintedAtMs: calledAtMs, platformCallId = null } = call;
  const nowMs = Date.now();
  const texts = await ctx.db
    .query("callTexts")
    .withIndex("by_call", (q) => q.eq("callId", callId))
    .unique();
  if (texts !== null) await ctx.db.delete("callTexts", texts._id);
  await deleteOutcome(ctx, callId);
  await cancelFollowUp(ctx, call);
  const atPlatform = platformCallId === null ? [] : [platformCallId];
  await scheduleVendorDeletion(ctx, "call", atPlatform, { isBulk });
  await ctx.db.insert("callDeletions", {
    ownerId,
    callId,
    platformCallId,
    calledAtMs,
    why,
    deletedAtMs: nowMs,
    deletedAtPlatformAtMs: platformCallId === null ? nowMs : null,
  });
  await ctx.db.delete("calls", callId);
}

/** Its recording, and what is still asked of the platform about it. */
export async function cancelFollowUp(ctx: MutationCtx, { _id, recording }: Call): Promise<void> {
  if (recording?.state === "stored") await deleteStoredFile(ctx, recording.storageId);
  if (recording?.state === "pending") await cancel(ctx, "callRecording", _id);
  await cancel(ctx, "callReport", _id);
}

/** The platform has deleted it. Keys of this work are `kind/id`. */
export async function recordDeletedAtPlatform(ctx: MutationCtx, key: string): Promise<void> {
  const [kind, platformCallId = ""] = key.split("/");
  if (kind !== "call") return;
  const deletion = await ctx.db
    .query("callDeletions")
    .withIndex("by_platform_call_id", (q) => q.eq("platformCallId", platformCallId))
    .unique();
  if (deletion === null) return;
  await ctx.db.patch("callDeletions", deletion._id, { deletedAtPlatformAtMs: Date.now() });
}

type CallsToDelete = Omit<Extract<CleanupTask, { kind: "calls" }>, "kind">;

/** Deletes some of these at once, and the rest in the background; a call that goes on stays. */
export async function deleteCalls(ctx: MutationCtx, which: CallsToDelete): Promise<void> {
  const beforeMs = await deleteSomeCalls(ctx, which);
  if (beforeMs !== null) await enqueueCleanup(ctx, { kind: "calls", ...which, beforeMs });
}

/** The newest first. Answers before when the others were, or null when there are no others. */
export async function deleteSomeCalls(
  ctx: MutationCtx,
  { ownerId, assistantId, beforeMs }: CallsToDelete,
): Promise<number | null> {
  const calls = ctx.db.query("calls");
  const inOrder =
    assistantId === null
      ? calls.withIndex("by_owner", (q) => q.eq("ownerId", ownerId).lt("mintedAtMs", beforeMs))
      : calls.withIndex("by_owner_and_assistant", (q) =>
          q.eq("ownerId", ownerId).eq("assistantId", assistantId).lt("mintedAtMs", beforeMs),
        );
  const some = await inOrder.order("desc").take(CALLS_AT_ONCE);
  const deletable = some.filter(isDeletable);
  for (const call of deletable) await deleteCall(ctx, call, { why: "asked", isBulk: true });
  const last = some.at(-1);
  if (last === undefined || some.length < CALLS_AT_ONCE) return null;
  // Of those of the same moment some may be left: that moment is looked at again, unless none of it could be deleted.
  const isStuck = deletable.length === 0 && some[0]?.mintedAtMs === last.mintedAtMs;
  return isStuck ? last.mintedAtMs : last.mintedAtMs + 1;
}

/** Until when a call of this assistant is kept; nothing for ever. */
export function retentionDeadline(
  { callsKeptDays }: Doc<"assistants">,
  mintedAtMs: number,
): { deleteAtMs?: number } {
  return callsKeptDays == null ? {} : { deleteAtMs: mintedAtMs + callsKeptDays * DAY_MS };
}

/** After the owner has decided anew how long calls are kept. Answers where to go on, or null. */
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
    .paginate({ numItems: STAMPED_AT_ONCE, cursor: which.cursor });
  for (const call of page) {
    const { deleteAtMs } = retentionDeadline(assistant, call.mintedAtMs);
    if (call.deleteAtMs !== deleteAtMs) await ctx.db.patch("calls", call._id, { deleteAtMs });
  }
  return isDone ? null : continueCursor;
}

/** Deletes some of what has been kept for as long as its owner decided; says whether there may be more. */
export async function deleteDueCalls(ctx: MutationCtx): Promise<boolean> {
  const nowMs = Date.now();
  const due = await ctx.db
    .query("calls")
    .withIndex("by_delete_at", (q) => q.gt("deleteAtMs", 0).lte("deleteAtMs", nowMs))
    .take(CALLS_AT_ONCE);
  for (const call of due) {
    if (isDeletable(call)) await deleteCall(ctx, call, { why: "due", isBulk: true });
    else await ctx.db.patch("calls", call._id, { deleteAtMs: nowMs + DAY_MS });
  }
  return due.length === CALLS_AT_ONCE;
}
