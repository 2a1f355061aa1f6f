import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { CALL_STATUSES, type CallReport, type CallStatus } from "./callFields";
import { latestEnd, timesWithin } from "./callTimes";
import { keepTexts } from "./callTexts";
import { addLeftovers } from "./leftovers";
import { LINE_LET_GO } from "./lines";
import { countTalk } from "./usage";

type Call = Doc<"calls">;

/** The report usually comes within seconds of the end. */
const REPORT_DUE_MS = 30_000;
/** Until then what the platform tells of an ended call may still grow: its analysis takes a while. */
const SETTLED_AFTER_MS = 10 * 60_000;
export const LOOK_AGAIN_MS = 60_000;
const RECORDING_RETRY_MS = 60_000;
const LONGEST_RECORDING_WAIT_MS = 12 * 3_600_000;
/**
 * A day less than the platform keeps calls and their recordings for whoever has no contract of their own:
 * 14 days, https://docs.vapi.ai/assistants/call-recording
 */
export const KEPT_AT_PLATFORM_MS = 13 * 24 * 3_600_000;

/**
 * Where a report comes from: the platform sent it, it was found by asking, or there is none and it is
 * made up so that the call ends.
 */
export type ReportSource = "sent" | "found" | "assumed";

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

/** Whether somebody has joined, as far as we were told. */
export function hasBegun({ status }: Pick<Call, "status">): boolean {
  return status === "in-progress" || status === "ended";
}

/** Statuses only go forward: what comes late or twice changes nothing. */
export async function noteStatus(
  ctx: MutationCtx,
  call: Call,
  platformCallId: string,
  { status, endedReason, atMs }: { status: CallStatus; endedReason: string | null; atMs: number },
): Promise<void> {
  if (CALL_STATUSES.indexOf(status) <= CALL_STATUSES.indexOf(call.status)) return;
  await ctx.db.patch("calls", call._id, { platformCallId, status });
  if (status === "in-progress") {
    // Whoever joined late takes the line again that the call had let go.
    const change = { isLive: true, startedAtMs: atMs, followUpAtMs: latestEnd(call) };
    await ctx.db.patch("calls", call._id, change);
  }
  if (status === "ended") {
    const { endedAtMs } = timesWithin(call, { startedAtMs: null, endedAtMs: atMs });
    await ctx.db.patch("calls", call._id, {
      ...LINE_LET_GO,
      endedAtMs,
      followUpAtMs: Date.now() + REPORT_DUE_MS,
      ...(endedReason === null ? {} : { endedReason }),
    });
    // An ended call counts as one, whether its report ever comes or not.
    await count(ctx, call, { endedAtMs, seconds: 0, costMicros: 0 });
  }
}

/**
 * Takes in what is known of a call that is over, in whatever order it comes: what is missing is filled
 * in, and seconds and money are counted by what they grow. After the platform's own report nothing
 * changes any more.
 */
export async function finishCall(
  ctx: MutationCtx,
  call: Call,
  { platformCallId, report, source }: Finish,
): Promise<void> {
  if (call.isReported === true) return;
  const { startedAtMs, endedReason, summary, isSuccessful } = report;
  const { endedAtMs, seconds: told } = timesWithin(call, report);
  const seconds = call.seconds !== undefined && call.seconds > 0 ? call.seconds : told;
  const costMicros = report.costMicros > 0 ? report.costMicros : (call.costMicros ?? 0);
  const isReported =
    source === "sent" || (source === "found" && Date.now() > endedAtMs + SETTLED_AFTER_MS);
  const isRecordingNew = report.hasRecording && call.recording === undefined;
  const isRecordingDue = isRecordingNew || call.recording?.state === "pending";
  // Nobody is asked any more, neither for a report nor for a recording.
  const isAssumed = source === "assumed";
  const isMoreToCome = source === "found" && !isReported;
  await ctx.db.patch("calls", call._id, {
    ...LINE_LET_GO,
    platformCallId,
    status: "ended",
    endedAtMs,
    seconds,
    costMicros,
    isReported,
    messageCount: Math.max(report.messages.length, call.messageCount ?? 0),
    followUpAtMs:
      isMoreToCome || (isRecordingDue && !isAssumed) ? Date.now() + LOOK_AGAIN_MS : undefined,
    ...(startedAtMs === null ? {} : { startedAtMs }),
    ...(endedReason === null ? {} : { endedReason }),
    ...(summary === null ? {} : { summary }),
    ...(isSuccessful === null ? {} : { isSuccessful }),
    ...(isRecordingNew ? { recording: { state: "pending" as const, attempts: 0 } } : {}),
    ...(isRecordingDue && isAssumed ? { recording: { state: "lost" as const } } : {}),
  });
  await keepTexts(ctx, call, report);
  await count(ctx, call, { endedAtMs, seconds, costMicros });
  if (isRecordingNew) {
    await ctx.scheduler.runAfter(0, internal.callUpkeep.copyRecording, { callId: call._id });
  }
}

type Finish = { platformCallId: string; report: CallReport; source: ReportSource };

/** What a call has grown by; the first end of it is a call more. */
async function count(
  ctx: MutationCtx,
  call: Call,
  now: { endedAtMs: number; seconds: number; costMicros: number },
): Promise<void> {
  const { ownerId, assistantId, allowance, mintedAtMs, status } = call;
  const calls = status === "ended" ? 0 : 1;
  const seconds = now.seconds - (call.seconds ?? 0);
  const costMicros = now.costMicros - (call.costMicros ?? 0);
  if (calls === 0 && seconds === 0 && costMicros === 0) return;
  // All of a call counts in one hour and one period, whatever is told of its end later.
  const endedAtMs = status === "ended" ? (call.endedAtMs ?? now.endedAtMs) : now.endedAtMs;
  const talk = {
    calls,
    assistantId,
    allowance,
    mintedAtMs,
    endedAtMs,
    seconds,
    costMicros,
  } as const;
  await countTalk(ctx, ownerId, [talk]);
}

/** A call that the platform knows nothing of, or will never report, ends without a minute used. */
export async function giveUpOnCall(
  ctx: MutationCtx,
  call: Call,
  endedReason = call.endedReason ?? "unknown",
): Promise<void> {
  const report = {
    startedAtMs: null,
    endedAtMs: call.endedAtMs ?? Date.now(),
    endedReason,
    costMicros: 0,
    summary: null,
    isSuccessful: null,
    transcript: null,
    messages: [],
    hasRecording: false,
  };
  const platformCallId = call.platformCallId ?? "";
  await finishCall(ctx, call, { platformCallId, report, source: "assumed" });
}

/** Nobody has joined and nobody shall any more: the platform's line is free as well. */
export async function closeUnjoined(ctx: MutationCtx, call: Call): Promise<void> {
  if (hasBegun(call)) return;
  await giveUpOnCall(ctx, call, "customer-did-not-answer");
  await addLeftovers(
    ctx,
    "liveCall",
    call.platformCallId === undefined ? [] : [call.platformCallId],
  );
}

/** Past its longest duration a call is over, whatever the platform says of it. */
export async function lookAgain(
  ctx: MutationCtx,
  call: Call,
  followUpAtMs: number | undefined,
): Promise<void> {
  const isOver = Date.now() >= latestEnd(call);
  await ctx.db.patch("calls", call._id, { followUpAtMs, ...(isOver ? LINE_LET_GO : {}) });
}

export async function noteRecording(
  ctx: MutationCtx,
  call: Call,
  { storageId, isLost }: { storageId: Id<"_storage"> | null; isLost: boolean },
): Promise<void> {
  if (call.recording?.state !== "pending") {
    // Somebody else was faster, or the call is not what it was.
    if (storageId !== null) await ctx.storage.delete(storageId);
    return;
  }
  // While its report is still to come a call is looked at for that anyway.
  const otherwiseAtMs = call.isReported === true ? undefined : call.followUpAtMs;
  if (storageId !== null) {
    const recording = { state: "stored" as const, storageId };
    await ctx.db.patch("calls", call._id, { recording, followUpAtMs: otherwiseAtMs });
    return;
  }
  const attempts = call.recording.attempts + 1;
  if (isLost || Date.now() > call.mintedAtMs + KEPT_AT_PLATFORM_MS) {
    const recording = { state: "lost" as const };
    await ctx.db.patch("calls", call._id, { recording, followUpAtMs: otherwiseAtMs });
    return;
  }
  const waitMs = Math.min(RECORDING_RETRY_MS * 2 ** attempts, LONGEST_RECORDING_WAIT_MS);
  await ctx.db.patch("calls", call._id, {
    recording: { state: "pending", attempts },
    followUpAtMs: otherwiseAtMs ?? Date.now() + waitMs,
  });
}
