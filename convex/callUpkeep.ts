// What happens to a call between being asked for and its recording being kept.
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation, internalQuery } from "./functions";
import { callReport, callStatus } from "./model/callFields";
import { followUp as followUpOn, keepRecording } from "./model/callFollowUp";
import {
  findCall,
  finishCall,
  giveUpOnCall,
  noteRecording as noteRecordingOf,
  noteStatus as noteStatusOf,
} from "./model/calls";
import { releaseCall, reserveCall } from "./model/minting";
import schema from "./schema";

const which = { platformCallId: v.string(), callId: v.union(v.string(), v.null()) };
const FOLLOWED_UP_AT_ONCE = 50;
/** Past its longest duration a call is over; its report may take a moment. */
const GRACE_MS = 60_000;

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
    if (call === null || call.seconds !== undefined) return null;
    const overdueAtMs = Date.now() + call.maxDurationSeconds * 1000 + GRACE_MS;
    const isOver = call.status === "ended";
    await ctx.db.patch("calls", callId, {
      platformCallId,
      ...(isOver ? {} : { followUpAtMs: overdueAtMs }),
    });
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
  args: { ...which, report: callReport },
  returns: v.null(),
  handler: async (ctx, { platformCallId, callId, report }) => {
    const call = await findCall(ctx, { platformCallId, callId });
    if (call !== null) await finishCall(ctx, call, platformCallId, report);
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

export const lookAgainLater = internalMutation({
  args: { callId: v.id("calls"), followUpAtMs: v.number() },
  returns: v.null(),
  handler: async (ctx, { callId, followUpAtMs }) => {
    const call = await ctx.db.get("calls", callId);
    if (call?.followUpAtMs !== undefined) await ctx.db.patch("calls", callId, { followUpAtMs });
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
    const calls = await ctx.runQuery(internal.callUpkeep.overdue, { nowMs: Date.now() });
    const outcomes = await Promise.allSettled(calls.map((call) => followUpOn(ctx, call)));
    // One that fails must not keep the others waiting.
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed !== undefined) throw failed.reason;
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
  args: { callId: v.id("calls"), storageId: v.union(v.id("_storage"), v.null()) },
  returns: v.null(),
  handler: async (ctx, { callId, storageId }) => {
    const call = await ctx.db.get("calls", callId);
    if (call !== null) await noteRecordingOf(ctx, call, storageId);
    else if (storageId !== null) await ctx.storage.delete(storageId);
    return null;
  },
});
