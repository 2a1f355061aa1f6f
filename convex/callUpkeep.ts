// What happens to a call between being asked for and its recording being kept.
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation, internalQuery } from "./functions";
import { callReport, callStatus } from "./model/callFields";
import { followUp as followUpOn, followUpAll, keepRecording } from "./model/callFollowUp";
import { latestEnd } from "./model/callTimes";
import {
  closeUnjoined as closeUnjoinedCall,
  findCall,
  finishCall,
  giveUpOnCall,
  hasBegun,
  lookAgain as lookAgainAt,
  LOOK_AGAIN_MS,
  noteRecording as noteRecordingOf,
  noteStatus as noteStatusOf,
} from "./model/calls";
import { LINE_LET_GO } from "./model/lines";
import { releaseCall, reserveCall } from "./model/minting";
import schema from "./schema";

const which = { platformCallId: v.string(), callId: v.union(v.string(), v.null()) };
const FOLLOWED_UP_AT_ONCE = 50;

export const reserve = internalMutation({
  args: {
    embedId: v.string(),
    ownerId: v.union(v.id("users"), v.null()),
    address: v.union(v.string(), v.null()),
  },
  returns: v.union(
    v.object({
      callId: v.id("calls"),
      platformAssistantId: v.string(),
      maxDurationSeconds: v.number(),
    }),
    v.object({ code: v.string(), status: v.number(), message: v.string() }),
  ),
  handler: async (ctx, args) => await reserveCall(ctx, args),
});

export const confirm = internalMutation({
  args: { callId: v.id("calls"), platformCallId: v.string() },
  returns: v.null(),
  handler: async (ctx, { callId, platformCallId }) => {
    const call = await ctx.db.get("calls", callId);
    // The platform's first reports can be faster than its answer.
    if (call === null || call.status === "ended") return null;
    await ctx.db.patch("calls", callId, { platformCallId, followUpAtMs: latestEnd(call) });
    return null;
  },
});

export const release = internalMutation({
  args: { callId: v.id("calls") },
  returns: v.null(),
  handler: async (ctx, { callId }) => {
    await releaseCall(ctx, callId);
    return null;
  },
});

export const noteStatus = internalMutation({
  args: {
    ...which,
    status: callStatus,
    endedReason: v.union(v.string(), v.null()),
    atMs: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, { platformCallId, callId, ...change }) => {
    const call = await findCall(ctx, { platformCallId, callId });
    if (call !== null) await noteStatusOf(ctx, call, platformCallId, change);
    return null;
  },
});

export const finish = internalMutation({
  args: { ...which, report: callReport, source: literals("sent", "found") },
  returns: v.null(),
  handler: async (ctx, { platformCallId, callId, report, source }) => {
    const call = await findCall(ctx, { platformCallId, callId });
    if (call !== null) await finishCall(ctx, call, { platformCallId, report, source });
    return null;
  },
});

export const giveUp = internalMutation({
  args: { callId: v.id("calls") },
  returns: v.null(),
  handler: async (ctx, { callId }) => {
    const call = await ctx.db.get("calls", callId);
    if (call?.platformCallId === undefined) await releaseCall(ctx, callId);
    else await giveUpOnCall(ctx, call);
    return null;
  },
});

/** At the moment by which somebody should have joined: a line is not kept for nobody. */
export const checkJoined = internalMutation({
  args: { callId: v.id("calls") },
  returns: v.null(),
  handler: async (ctx, { callId }) => {
    const call = await ctx.db.get("calls", callId);
    if (call === null || hasBegun(call)) return null;
    if (call.platformCallId === undefined) {
      await releaseCall(ctx, callId);
      return null;
    }
    // The platform's word that somebody has joined may have got lost, and so may this one question.
    await ctx.db.patch("calls", callId, {
      ...LINE_LET_GO,
      followUpAtMs: Date.now() + LOOK_AGAIN_MS,
    });
    await ctx.scheduler.runAfter(0, internal.callUpkeep.followUpOne, { callId });
    return null;
  },
});

export const closeUnjoined = internalMutation({
  args: { callId: v.id("calls") },
  returns: v.null(),
  handler: async (ctx, { callId }) => {
    const call = await ctx.db.get("calls", callId);
    if (call !== null) await closeUnjoinedCall(ctx, call);
    return null;
  },
});

export const lookAgain = internalMutation({
  args: { callId: v.id("calls"), followUpAtMs: v.union(v.number(), v.null()) },
  returns: v.null(),
  handler: async (ctx, { callId, followUpAtMs }) => {
    const call = await ctx.db.get("calls", callId);
    if (call?.followUpAtMs !== undefined) await lookAgainAt(ctx, call, followUpAtMs ?? undefined);
    return null;
  },
});

export const overdue = internalQuery({
  args: { nowMs: v.number() },
  returns: v.array(schema.doc("calls")),
  handler: async (ctx, { nowMs }) =>
    await ctx.db
      .query("calls")
      .withIndex("by_follow_up", (q) => q.gt("followUpAtMs", 0).lte("followUpAtMs", nowMs))
      .take(FOLLOWED_UP_AT_ONCE),
});

/** Asks the platform for the reports and recordings that did not come by themselves. */
export const followUp = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const due = await ctx.runQuery(internal.callUpkeep.overdue, { nowMs: Date.now() });
    const { isMore } = await followUpAll(ctx, due);
    if (isMore || due.length === FOLLOWED_UP_AT_ONCE) {
      await ctx.scheduler.runAfter(0, internal.callUpkeep.followUp, {});
    }
    return null;
  },
});

export const followUpOne = internalAction({
  args: { callId: v.id("calls") },
  returns: v.null(),
  handler: async (ctx, { callId }) => {
    const call = await ctx.runQuery(internal.callUpkeep.get, { callId });
    if (call !== null) await followUpOn(ctx, call);
    return null;
  },
});

export const get = internalQuery({
  args: { callId: v.id("calls") },
  returns: v.union(schema.doc("calls"), v.null()),
  handler: async (ctx, { callId }) => await ctx.db.get("calls", callId),
});

export const copyRecording = internalAction({
  args: { callId: v.id("calls") },
  returns: v.null(),
  handler: async (ctx, { callId }) => {
    const call = await ctx.runQuery(internal.callUpkeep.get, { callId });
    if (call !== null) await keepRecording(ctx, call);
    return null;
  },
});

export const noteRecording = internalMutation({
  args: {
    callId: v.id("calls"),
    storageId: v.union(v.id("_storage"), v.null()),
    isLost: v.boolean(),
  },
  returns: v.null(),
  handler: async (ctx, { callId, storageId, isLost }) => {
    const call = await ctx.db.get("calls", callId);
    if (call !== null) await noteRecordingOf(ctx, call, { storageId, isLost });
    else if (storageId !== null) await ctx.storage.delete(storageId);
    return null;
  },
});
