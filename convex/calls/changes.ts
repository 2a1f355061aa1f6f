import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { doneIn } from "../assistantActions/slip";
import { saveOutcome } from "../inbox/outcomes";
import { enqueue, cancel } from "../jobs/enqueue";
import { internalMutation } from "../lib/internalFunctions";
import { scheduleVendorDeletion } from "../vendors/vendorDeletion";
import { latestEnd } from "./bounds";
import { applyCallEvent, wasJoined, isBetter } from "./life";
import { scheduleWordCheck } from "./silentCalls";
import { type CallReport, callReport, type CallStatus, callStatus, type Recording } from "./table";
import { saveTexts } from "./texts";

type Call = Doc<"calls">;

/** The report usually comes within seconds of the end. */
const REPORT_DUE_MS = 30_000;
/** "Typically within a few seconds": https://docs.vapi.ai/assistants/structured-outputs-quickstart */
const OUTCOME_DUE_MS = 10_000;

/** Finds a call by the platform's id, or by ours, which the platform also sends, if its id is not saved yet. */
export async function findCall(
  ctx: QueryCtx,
  { platformCallId, callId }: { platformCallId: string; callId: string | null },
): Promise<Call | null> {
  const existing = await ctx.db
    .query("calls")
    .withIndex("by_platform_call_id", (q) => q.eq("platformCallId", platformCallId))
    .unique();
  if (existing !== null || callId === null) return existing;
  const id = ctx.db.normalizeId("calls", callId);
  const created = id === null ? null : await ctx.db.get("calls", id);
  return created?.platformCallId === undefined ? created : null;
}

export async function saveStatus(
  ctx: MutationCtx,
  call: Call,
  platformCallId: string,
  { status, endedReason, atMs }: { status: CallStatus; endedReason: string | null; atMs: number },
): Promise<void> {
  if (status === "in-progress") {
    await applyCallEvent(ctx, call, "joined", { platformCallId, atMs });
    if (!wasJoined(call)) await scheduleWordCheck(ctx, call);
  } else if (status === "ended") {
    await applyCallEvent(ctx, call, "ended", { platformCallId, atMs, endedReason });
    if (call.status !== "ended") {
      await enqueue(ctx, "callReport", [call._id], { afterMs: REPORT_DUE_MS });
    }
  } else await applyCallEvent(ctx, call, "confirmed", { platformCallId, status });
}

/** Applies a report about an ended call. Reports may arrive more than once and at any time. */
export async function finishCall(
  ctx: MutationCtx,
  call: Call,
  reported: { platformCallId: string; report: CallReport; by: "poll" | "report" },
): Promise<void> {
  const after = await applyCallEvent(ctx, call, "reported", reported);
  await saveTexts(ctx, after, reported.report, isBetter(reported.by, call));
  const { outcome } = reported.report;
  if (outcome !== null) await saveOutcome(ctx, after, outcome, await doneIn(ctx, call._id));
  if (reported.by === "report") {
    // After the report, only the recording and possibly the outcome are missing.
    if (outcome === null) await enqueue(ctx, "callReport", [call._id], { afterMs: OUTCOME_DUE_MS });
    else await cancel(ctx, "callReport", call._id);
  }
  if (after.recording !== undefined && call.recording === undefined) {
    await enqueue(ctx, "callRecording", [call._id]);
  }
}

/** Ends a call that the platform does not have, or will never report. It counts no minutes. */
export async function giveUpOnCall(
  ctx: MutationCtx,
  call: Call,
  endedReason = "unknown",
): Promise<void> {
  const report = {
    startedAtMs: null,
    endedAtMs: Date.now(),
    endedReason,
    costMicros: 0,
    summary: null,
    isSuccessful: null,
    transcript: null,
    messages: [],
    hasRecording: false,
    outcome: null,
  };
  const platformCallId = call.platformCallId ?? "";
  await applyCallEvent(ctx, call, "reported", { platformCallId, report, by: "us" });
}

/** Called when somebody should have joined. Frees the slot if nobody did. */
export async function endUnlessJoined(ctx: MutationCtx, call: Call): Promise<void> {
  if (call.endSource !== undefined) return;
  if (wasJoined(call)) {
    const afterMs = latestEnd(call) - Date.now();
    await enqueue(ctx, "callReport", [call._id], { afterMs });
    return;
  }
  // The platform's message that somebody joined may have been lost.
  await applyCallEvent(ctx, call, "released", {});
  await enqueue(ctx, "callReport", [call._id]);
}

/** Ends a call that nobody joined, here and at the platform. */
export async function closeUnjoinedCall(ctx: MutationCtx, call: Call): Promise<void> {
  if (wasJoined(call)) return;
  await giveUpOnCall(ctx, call, "customer-did-not-answer");
  await scheduleVendorDeletion(
    ctx,
    "liveCall",
    call.platformCallId === undefined ? [] : [call.platformCallId],
  );
}

/** Frees the slot of a call after its longest duration, whatever the platform reports. */
export async function releaseIfOver(ctx: MutationCtx, call: Call): Promise<void> {
  if (Date.now() >= latestEnd(call)) await applyCallEvent(ctx, call, "released", {});
}

export async function saveRecording(
  ctx: MutationCtx,
  call: Call,
  recording: Recording,
): Promise<void> {
  if (call.recording?.state === "pending")
    await applyCallEvent(ctx, call, "recorded", { recording });
  // Another run has stored the recording, or the call has changed.
  else if (recording.state === "stored") await ctx.storage.delete(recording.storageId);
}

const which = { platformCallId: v.string(), callId: v.union(v.string(), v.null()) };

export const recordStatus = internalMutation({
  args: {
    ...which,
    status: callStatus,
    endedReason: v.union(v.string(), v.null()),
    atMs: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, { platformCallId, callId, ...change }) => {
    const call = await findCall(ctx, { platformCallId, callId });
    if (call !== null) await saveStatus(ctx, call, platformCallId, change);
    return null;
  },
});

export const recordReport = internalMutation({
  args: { ...which, report: callReport, by: literals("poll", "report") },
  returns: v.null(),
  handler: async (ctx, { platformCallId, callId, report, by }) => {
    const call = await findCall(ctx, { platformCallId, callId });
    if (call !== null) await finishCall(ctx, call, { platformCallId, report, by });
    return null;
  },
});
