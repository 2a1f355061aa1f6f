import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { figuresBetween, outcomeFigures } from "./inbox/figures";
import {
  countUnread,
  inboxFilter,
  pageOfInbox,
  searchInbox,
  shownOutcome,
  showOutcomes,
} from "./inbox/list";
import { requireOwnOutcome, saveNote } from "./inbox/outcomes";
import { outcomeStatus } from "./inbox/table";
import { ownerMutation, ownerQuery } from "./lib/functions";
import { countOwnerRequest } from "./lib/rateLimits";
import { MAX_SEARCH_LENGTH } from "./shared/limits";
import { beginningOf } from "./shared/wellFormed";

const MAX_PAGE_SIZE = 100;

/** The entries of the inbox, the newest first. */
export const pageOutcomes = ownerQuery({
  args: { ...inboxFilter, paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(shownOutcome),
  handler: async (ctx, { paginationOpts, ...filter }) => {
    const wanted = Math.floor(paginationOpts.numItems) || 1;
    const numItems = Math.min(Math.max(wanted, 1), MAX_PAGE_SIZE);
    const options = { ...paginationOpts, numItems };
    const result = await pageOfInbox(ctx, ctx.owner._id, filter, options);
    return { ...result, page: await showOutcomes(ctx, result.page) };
  },
});

export const searchOutcomes = ownerQuery({
  args: { ...inboxFilter, words: v.string() },
  returns: v.array(shownOutcome),
  handler: async (ctx, { words, ...filter }) => {
    const wanted = beginningOf(words.trim(), MAX_SEARCH_LENGTH);
    if (wanted === "") return [];
    return await showOutcomes(ctx, await searchInbox(ctx, ctx.owner._id, wanted, filter));
  },
});

/** Counts to 100 at most. */
export const unreadOutcomes = ownerQuery({
  args: {},
  returns: v.number(),
  handler: async (ctx) => await countUnread(ctx, ctx.owner._id),
});

/** For charts: the newest outcomes of a time span, and whether there are more than one query can read. */
export const outcomesBetween = ownerQuery({
  args: {
    assistantId: v.union(v.id("assistants"), v.null()),
    fromMs: v.number(),
    toMs: v.number(),
  },
  returns: v.object({ outcomes: v.array(outcomeFigures), hasMore: v.boolean() }),
  handler: async (ctx, span) => await figuresBetween(ctx, ctx.owner._id, span),
});

/** Saves what the owner changes. Fields that are left out stay as they are. */
export const updateOutcome = ownerMutation({
  args: {
    callId: v.id("calls"),
    status: v.optional(outcomeStatus),
    note: v.optional(v.string()),
    isUnread: v.optional(v.boolean()),
  },
  returns: v.null(),
  handler: async (ctx, { callId, ...written }) => {
    await countOwnerRequest(ctx, "outcomeWrites", ctx.owner._id);
    await saveNote(ctx, await requireOwnOutcome(ctx, ctx.owner._id, callId), written);
    return null;
  },
});
