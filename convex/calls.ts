import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { MAX_SEARCH_LENGTH, MOST_HOURS_SHOWN, NEWEST_CALLS } from "./catalog/limits";
import { beginningOf } from "./catalog/wholeText";
import { internalQuery, ownerAction, ownerQuery } from "./functions";
import { findTotals } from "./model/allowance";
import { callStatus } from "./model/callFields";
import { foundCalls, newestCalls, pageOfCalls, requireOwnCall } from "./model/callLists";
import {
  callDetails,
  showCalls,
  showDetails,
  shownCall,
  type CallDetails,
  type ShownCall,
} from "./model/shownCall";

const ownCall = { callId: v.id("calls") };
const ofOwner = { ownerId: v.id("users") };

export const listCalls = ownerAction({
  args: {},
  returns: v.array(shownCall),
  handler: async (ctx): Promise<ShownCall[]> =>
    await ctx.runQuery(internal.calls.newest, { ownerId: ctx.ownerId }),
});

export const getCallDetails = ownerAction({
  args: ownCall,
  returns: callDetails,
  handler: async (ctx, { callId }): Promise<CallDetails> =>
    await ctx.runQuery(internal.calls.details, { ownerId: ctx.ownerId, callId }),
});

export const newest = internalQuery({
  args: ofOwner,
  returns: v.array(shownCall),
  handler: async (ctx, { ownerId }) =>
    await showCalls(ctx, await newestCalls(ctx, ownerId, NEWEST_CALLS)),
});

export const details = internalQuery({
  args: { ...ofOwner, ...ownCall },
  returns: callDetails,
  handler: async (ctx, { ownerId, callId }) =>
    await showDetails(ctx, await requireOwnCall(ctx, ownerId, callId)),
});

/** Older calls by the page, and live: a page changes when its calls do. */
export const pageCalls = ownerQuery({
  args: {
    assistantId: v.union(v.id("assistants"), v.null()),
    status: v.union(callStatus, v.null()),
    fromMs: v.union(v.number(), v.null()),
    toMs: v.union(v.number(), v.null()),
    paginationOpts: paginationOptsValidator,
  },
  returns: paginationResultValidator(shownCall),
  handler: async (ctx, { paginationOpts, ...filter }) => {
    // Pages of nothing would never end.
    const asked = Math.floor(paginationOpts.numItems) || 1;
    const numItems = Math.min(Math.max(asked, 1), NEWEST_CALLS);
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

/** Over all calls, at the cost of one document. */
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
    const { calls = 0, endedCalls = 0, seconds = 0, costMicros = 0 } = totals ?? {};
    return { calls, endedCalls, seconds, cost: costMicros / 1_000_000 };
  },
});

/** Changes whenever a call begins, goes on or ends, so that a list knows when to load anew. */
export const recentCalls = ownerQuery({
  args: {},
  returns: v.array(v.object({ id: v.id("calls"), status: callStatus, isComplete: v.boolean() })),
  handler: async (ctx) => {
    const calls = await newestCalls(ctx, ctx.owner._id, 20);
    return calls.map(({ _id, status, seconds }) => ({
      id: _id,
      status,
      isComplete: seconds !== undefined,
    }));
  },
});

/** Calls and seconds hour by hour, which the reader's browser adds up to days of its own. */
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
      .take(MOST_HOURS_SHOWN);
    return hours.map(({ hourMs, calls, seconds }) => ({ hourMs, calls, seconds }));
  },
});
