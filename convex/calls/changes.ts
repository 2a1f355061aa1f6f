import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
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

/** Takes in what is known of a call that is over, whenever it comes. */
export async function finishCall(
  ctx: MutationCtx,
  call: Call,
  told: { platformCallId: string; report: CallReport; by: "poll" | "report" },
): Promise<void> {
  const after = await applyCallEvent(ctx, call, "reported", told);
  await saveTexts(ctx, after, told.report, isBetter(told.by, call));
  const { outcome } = told.report;
  if (outcome !== null) await saveOutcome(ctx, after, outcome);
  if (told.by === "report") {
    // Nothing more is expected of the platform, but for the recording, and for what takes it longer to find out.
    if (outcome === null) await enqueue(ctx, "callReport", [call._id], { afterMs: OUTCOME_DUE_MS });
    else await cancel(ctx, "callReport", call._id);
  }
  if (after.recording !== undefined && call.recording === undefined) {
    await enqueue(ctx, "callRecording", [call._id]);
  }
}

/** A call that the platform knows nothing of, or will never report, ends without a minute used. */
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

/** By the moment at which somebody should have joined: a line is not kept for nobody. */
export async function endUnlessJoined(ctx: MutationCtx, call: Call): Promise<void> {
  if (call.endSource !== undefined) return;
  if (wasJoined(call)) {
    const afterMs = latestEnd(call) - Date.now();
    await enqueue(ctx, "callReport", [call._id], { afterMs });
    return;
  }
  // The platform's word that somebody has joined may have got lost.
  await applyCallEvent(ctx, call, "letGo", {});
  await enqueue(ctx, "callReport", [call._id]);
}

/** Nobody has joined and nobody shall any more: the platform's line is free as well. */
export async function closeUnjoinedCall(ctx: MutationCtx, call: Call): Promise<void> {
  if (wasJoined(call)) return;
  await giveUpOnCall(ctx, call, "customer-did-not-answer");
  await scheduleVendorDeletion(
    ctx,
    "liveCall",
    call.platformCallId === undefined ? [] : [call.platformCallId],
  );
}

/** Past its longest duration a call is over, whatever the platform says of it. */
export async function releaseIfOver(ctx: MutationCtx, call: Call): Promise<void> {
  if (Date.now() >= latestEnd(call)) await applyCallEvent(ctx, call, "letGo", {});
}

export async function saveRecording(
  ctx: MutationCtx,
  call: Call,
  recording: Recording,
): Promise<void> {
  if (call.recording?.state === "pending")
    await applyCallEvent(ctx, call, "recorded", { recording });
  // Somebody else was faster, or the call is not what it was.
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
