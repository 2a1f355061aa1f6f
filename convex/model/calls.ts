import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { CALL_STATUSES, type CallReport, type CallStatus } from "./callFields";
import { countTalk } from "./usage";

type Call = Doc<"calls">;

/** The report usually comes within seconds of the end. */
const REPORT_DUE_MS = 30_000;
const RECORDING_RETRY_MS = 60_000;
const MOST_RECORDING_ATTEMPTS = 8;

/** By the platform's id, or while its answer is still under way by ours, which it carries along. */
export async function findCall(
  ctx: QueryCtx,
  { platformCallId, callId }: { platformCallId: string; callId: string | null },
): Promise<Call | null> {
  const known = await ctx.db
    .query("calls")
    .withIndex("by_platform_call_id", (q) => q.eq("platformCallId", platformCallId))
    .unique();
  if (known !== null || callId === null) return known;
  const id = ctx.db.normalizeId("calls", callId);
  const minted = id === null ? null : await ctx.db.get("calls", id);
  return minted?.platformCallId === undefined ? minted : null;
}

/** Statuses only go forward: what comes late or twice changes nothing. */
export async function noteStatus(
  ctx: MutationCtx,
  call: Call,
  platformCallId: string,
  { status, endedReason, atMs }: { status: CallStatus; endedReason: string | null; atMs: number },
): Promise<void> {
  if (CALL_STATUSES.indexOf(status) <= CALL_STATUSES.indexOf(call.status)) return;
  await ctx.db.patch("calls", call._id, {
    platformCallId,
    status,
    ...(status === "in-progress" ? { startedAtMs: atMs } : {}),
    ...(status === "ended"
      ? {
          isLive: false,
          endedAtMs: atMs,
          followUpAtMs: Date.now() + REPORT_DUE_MS,
          ...(endedReason === null ? {} : { endedReason }),
        }
      : {}),
  });
}

/** Takes in the report of a call that is over, and counts it: once, however often it comes. */
export async function finishCall(
  ctx: MutationCtx,
  call: Call,
  platformCallId: string,
  report: CallReport,
): Promise<void> {
  if (call.seconds !== undefined) return;
  const { ownerId, assistantId, allowance, _creationTime: mintedAtMs } = call;
  const { startedAtMs, endedAtMs, endedReason, summary, isSuccessful, costMicros } = report;
  const seconds =
    startedAtMs === null ? 0 : Math.max(0, Math.round((endedAtMs - startedAtMs) / 1000));
  await ctx.db.patch("calls", call._id, {
    platformCallId,
    status: "ended",
    isLive: false,
    endedAtMs,
    seconds,
    costMicros,
    messageCount: report.messages.length,
    followUpAtMs: report.hasRecording ? Date.now() + RECORDING_RETRY_MS : undefined,
    ...(startedAtMs === null ? {} : { startedAtMs }),
    ...(endedReason === null ? {} : { endedReason }),
    ...(summary === null ? {} : { summary }),
    ...(isSuccessful === null ? {} : { isSuccessful }),
    ...(report.hasRecording ? { recording: { state: "pending" as const, attempts: 0 } } : {}),
  });
  const transcript = report.transcript ?? "";
  await ctx.db.insert("callTexts", {
    callId: call._id,
    ownerId,
    transcript,
    messages: report.messages,
    searchText: `${summary ?? ""}\n${transcript}`,
  });
  const talk = { ownerId, assistantId, allowance, mintedAtMs, endedAtMs, seconds, costMicros };
  await countTalk(ctx, talk);
  if (report.hasRecording) {
    await ctx.scheduler.runAfter(0, internal.callUpkeep.copyRecording, { callId: call._id });
  }
}

/** A call that the platform knows nothing of, or will never report, ends without a minute used. */
export async function giveUpOnCall(ctx: MutationCtx, call: Call): Promise<void> {
  const endedAtMs = call.endedAtMs ?? Date.now();
  await finishCall(ctx, call, call.platformCallId ?? "", {
    startedAtMs: null,
    endedAtMs,
    endedReason: call.endedReason ?? "unknown",
    costMicros: 0,
    summary: null,
    isSuccessful: null,
    transcript: null,
    messages: [],
    hasRecording: false,
  });
}

export async function noteRecording(
  ctx: MutationCtx,
  call: Call,
  storageId: Id<"_storage"> | null,
): Promise<void> {
  if (call.recording?.state !== "pending") {
    // Somebody else was faster, or the call is not what it was.
    if (storageId !== null) await ctx.storage.delete(storageId);
    return;
  }
  if (storageId !== null) {
    const recording = { state: "stored" as const, storageId };
    await ctx.db.patch("calls", call._id, { recording, followUpAtMs: undefined });
    return;
  }
  const attempts = call.recording.attempts + 1;
  const isLost = attempts >= MOST_RECORDING_ATTEMPTS;
  await ctx.db.patch("calls", call._id, {
    recording: isLost ? { state: "lost" } : { state: "pending", attempts },
    followUpAtMs: isLost ? undefined : Date.now() + RECORDING_RETRY_MS * 2 ** attempts,
  });
}
