/** Jobs that ask the voice platform about a call when its report is missing. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import type { Handler } from "../jobs/handler";
import { internalMutation, internalQuery } from "../lib/internalFunctions";
import { logEvent } from "../lib/log";
import schema from "../schema";
import { DAY_MS, MINUTE_MS } from "../shared/durations";
import type { FoundCall } from "../vendors/vapi";
import { AnswerTooLongError } from "../vendors/vapiAnswers";
import { vapi } from "../vendors/vapiClient";
import { latestEnd } from "./bounds";
import { closeUnjoinedCall, giveUpOnCall, releaseIfOver, saveRecording } from "./changes";
import { JOIN_TIMEOUT_MS } from "./concurrency";
import { readReport } from "./report";
import { releaseCall } from "./reservation";
import { type Recording, recording } from "./table";

type Call = Doc<"calls">;

/** A day less than the platform's retention without a contract: 14 days, https://docs.vapi.ai/assistants/call-recording */
const PLATFORM_RETENTION_MS = 13 * DAY_MS;
/** The platform's analysis of an ended call can take this long. */
const ANALYSIS_TIME_MS = 10 * MINUTE_MS;
const CHECK_AGAIN_MS = MINUTE_MS;

/** The job's key is the call's id. */
export const callReport: Handler = {
  giveUpAfterMs: PLATFORM_RETENTION_MS,

  async run(ctx, key) {
    const callId = key as Id<"calls">;
    const call = await ctx.runQuery(internal.calls.followUp.get, { callId });
    if (call === null) return null;
    if (Date.now() >= latestEnd(call))
      await ctx.runMutation(internal.calls.followUp.release, { callId });
    const { platformCallId } = call;
    const found = platformCallId && (await vapi().findCall(platformCallId));
    return found ? await recordFound(ctx, call, found) : await close(ctx, call);
  },

  giveUp: (ctx, key) => withCall(ctx, key, (call) => giveUpOnCall(ctx, call)),
};

const ofCall = { callId: v.id("calls") };

export const giveUp = internalMutation({
  args: ofCall,
  returns: v.null(),
  handler: async (ctx, { callId }) => {
    const call = await ctx.db.get("calls", callId);
    if (call?.platformCallId === undefined) await releaseCall(ctx, callId);
    else await giveUpOnCall(ctx, call);
    return null;
  },
});

export const closeUnjoined = internalMutation({
  args: ofCall,
  returns: v.null(),
  handler: async (ctx, { callId }) => {
    const call = await ctx.db.get("calls", callId);
    if (call !== null) await closeUnjoinedCall(ctx, call);
    return null;
  },
});

export const release = internalMutation({
  args: ofCall,
  returns: v.null(),
  handler: async (ctx, { callId }) => {
    const call = await ctx.db.get("calls", callId);
    if (call !== null) await releaseIfOver(ctx, call);
    return null;
  },
});

export const get = internalQuery({
  args: ofCall,
  returns: v.union(schema.doc("calls"), v.null()),
  handler: async (ctx, { callId }) => await ctx.db.get("calls", callId),
});

export const recordRecording = internalMutation({
  args: { ...ofCall, recording },
  returns: v.null(),
  handler: async (ctx, { callId, recording: copied }) => {
    const call = await ctx.db.get("calls", callId);
    if (call !== null) await saveRecording(ctx, call, copied);
    else if (copied.state === "stored") await ctx.storage.delete(copied.storageId);
    return null;
  },
});

/** Returns when to ask the platform again. A call without an end after a day is closed. */
async function recordFound(ctx: ActionCtx, call: Call, found: FoundCall): Promise<number | null> {
  const { _id: callId } = call;
  const nowMs = Date.now();
  const ageMs = nowMs - call.createdAtMs;
  const which = { platformCallId: call.platformCallId ?? "", callId };
  const report = readReport(found);
  if (report !== null) {
    await ctx.runMutation(internal.calls.changes.recordReport, { ...which, report, by: "poll" });
    if (call.endSource === "report" && report.outcome !== null) return null;
    return nowMs > report.endedAtMs + ANALYSIS_TIME_MS ? null : nowMs + CHECK_AGAIN_MS;
  }
  const isUnjoined = call.status === "queued" || call.status === "ringing";
  if (isUnjoined && found.status === "in-progress") {
    const atMs = Date.parse(String(found.startedAt)) || nowMs;
    const joined = { status: "in-progress", endedReason: null, atMs } as const;
    await ctx.runMutation(internal.calls.changes.recordStatus, { ...which, ...joined });
    return Math.max(latestEnd(call), nowMs + CHECK_AGAIN_MS);
  }
  if (isUnjoined && ageMs >= JOIN_TIMEOUT_MS) {
    await ctx.runMutation(internal.calls.followUp.closeUnjoined, { callId });
    return null;
  }
  if (ageMs > DAY_MS) return await close(ctx, call);
  // The older the call, the less often we ask.
  return nowMs + Math.max(CHECK_AGAIN_MS, ageMs / 10);
}

async function close(ctx: ActionCtx, { _id: callId }: Call): Promise<null> {
  await ctx.runMutation(internal.calls.followUp.giveUp, { callId });
  return null;
}

/** The platform's links to a recording expire, so we copy it to our own storage. The job's key is the call's id. */
export const callRecording: Handler = {
  giveUpAfterMs: PLATFORM_RETENTION_MS,

  async run(ctx, key) {
    const callId = key as Id<"calls">;
    const call = await ctx.runQuery(internal.calls.followUp.get, { callId });
    if (call?.recording?.state !== "pending" || call.platformCallId === undefined) return null;
    const recording = await copyRecording(ctx, call.platformCallId);
    await ctx.runMutation(internal.calls.followUp.recordRecording, { callId, recording });
    return null;
  },

  giveUp: (ctx, key) => withCall(ctx, key, (call) => saveRecording(ctx, call, { state: "lost" })),
};

async function copyRecording(ctx: ActionCtx, platformCallId: string): Promise<Recording> {
  try {
    const recording = await vapi().fetchRecording(platformCallId);
    return { state: "stored", storageId: await ctx.storage.store(recording) };
  } catch (error) {
    if (!(error instanceof AnswerTooLongError)) throw error;
    logEvent({
      event: "call.failed",
      level: "error",
      vendor: "vapi",
      vendorId: platformCallId,
      error,
    });
    return { state: "lost" };
  }
}

async function withCall(
  ctx: MutationCtx,
  key: string,
  change: (call: Call) => Promise<void>,
): Promise<void> {
  const call = await ctx.db.get("calls", key as Id<"calls">);
  if (call !== null) await change(call);
}
