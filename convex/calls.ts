import { MICROS_PER_DOLLAR } from "./calls/bounds";
import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { findTotals } from "./billing/usage/ownerTotals";
import { deleteCalls as deleteOwnCalls, deleteOwnCall } from "./calls/deletion";
import { requireOwnAssistant } from "./assistants/assistants";
import { channelOf } from "./shared/channel";
import { firstCallsOf } from "./calls/firstCalls";
import { changedCalls, foundCalls, pageOfCalls, requireOwnCall } from "./calls/list";
import {
  callDetails,
  type CallDetails,
  showCalls,
  shownCall,
  type ShownCall,
} from "./calls/shownCall";
import { callStatus } from "./calls/table";
import { ownerAction, ownerMutation, ownerQuery } from "./lib/functions";
import { countOwnerRequest } from "./lib/rateLimits";
import { CHANGED_CALLS, MAX_SEARCH_LENGTH, MAX_HOURS_SHOWN, NEWEST_CALLS } from "./shared/limits";
import { beginningOf } from "./shared/wellFormed";

const ownCall = { callId: v.id("calls") };

export const listCalls = ownerAction({
  args: {},
  returns: v.array(shownCall),
  handler: async (ctx): Promise<ShownCall[]> =>
    await ctx.runQuery(internal.calls.shownCall.newest, { ownerId: ctx.ownerId }),
});

export const getCallDetails = ownerAction({
  args: ownCall,
  returns: callDetails,
  handler: async (ctx, { callId }): Promise<CallDetails> =>
    await ctx.runQuery(internal.calls.shownCall.details, { ownerId: ctx.ownerId, callId }),
});

/** A page of calls, or of typed conversations. It updates when they change. */
export const pageCalls = ownerQuery({
  args: {
    channel: v.optional(v.literal("text")),
    assistantId: v.union(v.id("assistants"), v.null()),
    status: v.union(callStatus, v.null()),
    fromMs: v.union(v.number(), v.null()),
    toMs: v.union(v.number(), v.null()),
    paginationOpts: paginationOptsValidator,
  },
  returns: paginationResultValidator(shownCall),
  handler: async (ctx, { paginationOpts, ...asked }) => {
    const filter = { ...asked, channel: channelOf(asked) };
    // At least one, because empty pages would never reach the end.
    const requested = Math.floor(paginationOpts.numItems) || 1;
    const numItems = Math.min(Math.max(requested, 1), NEWEST_CALLS);
    const options = { ...paginationOpts, numItems };
    const result = await pageOfCalls(ctx, ctx.owner._id, filter, options);
    return { ...result, page: await showCalls(ctx, result.page) };
  },
});

export const searchCalls = ownerQuery({
  args: { words: v.string() },
  returns: v.array(shownCall),
  handler: async (ctx, { words }) => {
    const wanted = beginningOf(words.trim(), MAX_SEARCH_LENGTH);
    if (wanted === "") return [];
    return await showCalls(ctx, await foundCalls(ctx, ctx.owner._id, wanted));
  },
});

/** Deletes the call here and at the voice platform. */
export const deleteCall = ownerMutation({
  args: ownCall,
  returns: v.null(),
  handler: async (ctx, { callId }) => {
    await countOwnerRequest(ctx, "callDeletions", ctx.owner._id);
    await deleteOwnCall(ctx, await requireOwnCall(ctx, ctx.owner._id, callId));
    return null;
  },
});

/** Deletes all calls of an assistant, or of all assistants, in the background. */
export const deleteCalls = ownerMutation({
  args: { assistantId: v.union(v.id("assistants"), v.null()) },
  returns: v.null(),
  handler: async (ctx, { assistantId }) => {
    await countOwnerRequest(ctx, "callDeletions", ctx.owner._id);
    const which = { ownerId: ctx.owner._id, assistantId, beforeMs: Date.now() + 1 };
    await deleteOwnCalls(ctx, which);
    return null;
  },
});

/** The totals of all calls, from a single document. */
export const callTotals = ownerQuery({
  args: {},
  returns: v.object({
    calls: v.number(),
    endedCalls: v.number(),
    seconds: v.number(),
    cost: v.number(),
  }),
  handler: async (ctx) => {
    const totals = await findTotals(ctx, ctx.owner._id);
    const { calls = 0, endedCalls = 0, seconds = 0, typedSeconds = 0 } = totals ?? {};
    const { costMicros = 0 } = totals ?? {};
    return {
      calls,
      endedCalls,
      seconds: seconds - typedSeconds,
      cost: costMicros / MICROS_PER_DOLLAR,
    };
  },
});

/** The calls or typed conversations that changed most recently, so that an open list reads only those again. */
export const recentCalls = ownerQuery({
  args: { channel: v.optional(v.literal("text")) },
  returns: v.array(shownCall),
  handler: async (ctx, { channel }) => {
    const changed = await changedCalls(ctx, ctx.owner._id, { channel, count: CHANGED_CALLS });
    return await showCalls(ctx, changed);
  },
});

/** Whether an assistant had a test call and a visitor's call, for the list of next steps. */
export const firstCalls = ownerQuery({
  args: { assistantId: v.id("assistants") },
  returns: v.object({ hasTestCall: v.boolean(), hasVisitorCall: v.boolean() }),
  handler: async (ctx, { assistantId }) => {
    const assistant = await requireOwnAssistant(ctx, assistantId);
    return await firstCallsOf(ctx, ctx.owner._id, assistant._id);
  },
});

/** Calls and seconds for each hour. The browser adds them up to days in its own time zone. */
export const callHours = ownerQuery({
  args: {
    assistantId: v.union(v.id("assistants"), v.null()),
    fromMs: v.number(),
    toMs: v.number(),
  },
  returns: v.array(v.object({ hourMs: v.number(), calls: v.number(), seconds: v.number() })),
  handler: async (ctx, { assistantId, fromMs, toMs }) => {
    const hours = await ctx.db
      .query("usageHours")
      .withIndex("by_owner_and_assistant_and_hour", (q) =>
        q
          .eq("ownerId", ctx.owner._id)
          .eq("assistantId", assistantId)
          .gte("hourMs", fromMs)
          .lt("hourMs", toMs),
      )
      .take(MAX_HOURS_SHOWN);
    return hours.map(({ hourMs, calls, seconds }) => ({ hourMs, calls, seconds }));
  },
});
