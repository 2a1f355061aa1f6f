// What happens to a call between being asked for and its recording being kept.
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { NEWEST_CALLS } from "../catalog/limits";
import { internalMutation, internalQuery } from "./functions";
import { thisSession } from "../model/accounts/sessions";
import { deleteDue as deleteDueCalls } from "../model/calls/callDeletion";
import { shownNotice } from "../model/assistants/assistantFields";
import { callReport, callStatus, recording } from "../model/calls/callFields";
import { happened } from "../model/calls/callLife";
import { newestCalls, requireOwnCall } from "../model/calls/callLists";
import {
  checkJoined as checkJoinedOf,
  closeUnjoined as closeUnjoinedCall,
  findCall,
  finishCall,
  giveUpOnCall,
  letGoIfOver,
  noteRecording as noteRecordingOf,
  noteStatus as noteStatusOf,
} from "../model/calls/calls";
import { followLink } from "../model/calls/recordingLinks";
import { asked } from "../model/outcomes/askedOf";
import { isProofUsed as isUsed, releaseCall, reserveCall } from "../model/calls/minting";
import {
  checkWords as checkWordsOf,
  stopWordless as stopWordlessCall,
} from "../model/calls/wordlessCalls";
import { callDetails, showCalls, showDetails, shownCall } from "../model/calls/shownCall";
import { addLeftovers } from "../model/vendors/leftovers";
import schema from "../schema";

const ofCall = { callId: v.id("calls") };
const which = { platformCallId: v.string(), callId: v.union(v.string(), v.null()) };

export const reserve = internalMutation({
  args: {
    embedId: v.string(),
    ownerId: v.union(v.id("users"), v.null()),
    address: v.union(v.string(), v.null()),
    proofId: v.optional(v.string()),
    sites: v.optional(v.array(v.string())),
    agreed: v.optional(v.object({ version: v.string(), msAgo: v.number() })),
  },
  returns: v.union(
    v.object({
      callId: v.id("calls"),
      platformAssistantId: v.string(),
      maxDurationSeconds: v.number(),
      isRecorded: v.boolean(),
      toFindOut: asked,
      tellsPage: v.boolean(),
    }),
    v.object({
      code: v.string(),
      status: v.number(),
      message: v.string(),
      params: v.optional(v.record(v.string(), v.union(v.string(), v.number()))),
      words: v.optional(v.string()),
      notice: v.optional(shownNotice),
    }),
  ),
  handler: async (ctx, args) => await reserveCall(ctx, args),
});

export const isProofUsed = internalQuery({
  args: { proofId: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { proofId }) => await isUsed(ctx, proofId),
});

export const confirm = internalMutation({
  args: { ...ofCall, platformCallId: v.string() },
  returns: v.null(),
  handler: async (ctx, { callId, platformCallId }) => {
    const call = await ctx.db.get("calls", callId);
    // Whom nobody would count any more is not served.
    if (call === null) await addLeftovers(ctx, "liveCall", [platformCallId]);
    else await happened(ctx, call, "confirmed", { platformCallId, status: "queued" });
    return null;
  },
});

export const release = internalMutation({
  args: { ...ofCall, isRefused: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { callId, isRefused }) => {
    await releaseCall(ctx, callId, { isRefused });
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

/** Words that the platform has recognised or spoken. */
export const noteWords = internalMutation({
  args: { ...which, by: literals("visitor", "assistant"), atMs: v.number() },
  returns: v.null(),
  handler: async (ctx, { platformCallId, callId, by, atMs }) => {
    const call = await findCall(ctx, { platformCallId, callId });
    if (call === null) return null;
    if (by === "visitor") await happened(ctx, call, "heard", {});
    else await happened(ctx, call, "greeted", { atMs });
    return null;
  },
});

/** At the moment by which somebody should have said something. */
export const checkWords = internalMutation({
  args: ofCall,
  returns: v.null(),
  handler: async (ctx, { callId }) => {
    const call = await ctx.db.get("calls", callId);
    if (call !== null) await checkWordsOf(ctx, call);
    return null;
  },
});

export const stopWordless = internalMutation({
  args: ofCall,
  returns: v.boolean(),
  handler: async (ctx, { callId }) => {
    const call = await ctx.db.get("calls", callId);
    return call !== null && (await stopWordlessCall(ctx, call));
  },
});

export const finish = internalMutation({
  args: { ...which, report: callReport, by: literals("poll", "report") },
  returns: v.null(),
  handler: async (ctx, { platformCallId, callId, report, by }) => {
    const call = await findCall(ctx, { platformCallId, callId });
    if (call !== null) await finishCall(ctx, call, { platformCallId, report, by });
    return null;
  },
});

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

/** At the moment by which somebody should have joined: a line is not kept for nobody. */
export const checkJoined = internalMutation({
  args: ofCall,
  returns: v.null(),
  handler: async (ctx, { callId }) => {
    const call = await ctx.db.get("calls", callId);
    if (call === null) return null;
    if (call.platformCallId === undefined) await releaseCall(ctx, callId);
    else await checkJoinedOf(ctx, call);
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

export const letGo = internalMutation({
  args: ofCall,
  returns: v.null(),
  handler: async (ctx, { callId }) => {
    const call = await ctx.db.get("calls", callId);
    if (call !== null) await letGoIfOver(ctx, call);
    return null;
  },
});

export const get = internalQuery({
  args: ofCall,
  returns: v.union(schema.doc("calls"), v.null()),
  handler: async (ctx, { callId }) => await ctx.db.get("calls", callId),
});

export const noteRecording = internalMutation({
  args: { ...ofCall, recording },
  returns: v.null(),
  handler: async (ctx, { callId, recording: told }) => {
    const call = await ctx.db.get("calls", callId);
    if (call !== null) await noteRecordingOf(ctx, call, told);
    else if (told.state === "stored") await ctx.storage.delete(told.storageId);
    return null;
  },
});

export const newest = internalQuery({
  args: { ownerId: v.id("users") },
  returns: v.array(shownCall),
  handler: async (ctx, { ownerId }) =>
    await showCalls(ctx, await newestCalls(ctx, ownerId, NEWEST_CALLS)),
});

export const details = internalQuery({
  args: { ownerId: v.id("users"), callId: v.id("calls") },
  returns: callDetails,
  handler: async (ctx, { ownerId, callId }) => {
    const session = await thisSession(ctx);
    return await showDetails(ctx, await requireOwnCall(ctx, ownerId, callId), session?._id ?? null);
  },
});

/** Called every hour. */
export const deleteDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = await deleteDueCalls(ctx);
    if (isMore) await ctx.scheduler.runAfter(0, internal.backstage.calls.deleteDue, {});
    return null;
  },
});

/** Where what a link is for is stored. */
export const recordingOf = internalQuery({
  args: { link: v.string() },
  returns: v.union(v.null(), v.string()),
  handler: async (ctx, { link }) => await followLink(ctx, link),
});
