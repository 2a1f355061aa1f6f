import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { figuresBetween, outcomeFigures } from "./inbox/figures";
import {
  countUnread,
  foundInInbox,
  inboxFilter,
  pageOfInbox,
  shownOutcome,
  showOutcomes,
} from "./inbox/list";
import { requireOwnOutcome, saveNote } from "./inbox/outcomes";
import { outcomeStatus } from "./inbox/table";
import { ownerMutation, ownerQuery } from "./lib/functions";
import { countOwnerRequest } from "./lib/rateLimits";
import { MAX_SEARCH_LENGTH } from "./shared/limits";
import { beginningOf } from "./shared/wellFormed";

const LARGEST_PAGE = 100;

/** What calls left behind, the newest first, and live. */
export const pageOutcomes = ownerQuery({
  args: { ...inboxFilter, paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(shownOutcome),
  handler: async (ctx, { paginationOpts, ...filter }) => {
    const asked = Math.floor(paginationOpts.numItems) || 1;
    const numItems = Math.min(Math.max(asked, 1), LARGEST_PAGE);
    const options = { ...paginationOpts, numItems };
    const result = await pageOfInbox(ctx, ctx.owner._id, filter, options);
    return { ...result, page: await showOutcomes(ctx, result.page) };
  },
});

export const searchOutcomes = ownerQuery({
  args: { words: v.string() },
  returns: v.array(shownOutcome),
  handler: async (ctx, { words }) => {
    const wanted = beginningOf(words.trim(), MAX_SEARCH_LENGTH);
    if (wanted === "") return [];
    return await showOutcomes(ctx, await foundInInbox(ctx, ctx.owner._id, wanted));
  },
});

/** Up to a hundred; more than that is many. */
export const unreadOutcomes = ownerQuery({
  args: {},
  returns: v.number(),
  handler: async (ctx) => await countUnread(ctx, ctx.owner._id),
});

/** What charts are drawn from: the newest of these times, and whether there are more than can be read at once. */
export const outcomesBetween = ownerQuery({
  args: {
    assistantId: v.union(v.id("assistants"), v.null()),
    fromMs: v.number(),
    toMs: v.number(),
  },
  returns: v.object({ outcomes: v.array(outcomeFigures), hasMore: v.boolean() }),
  handler: async (ctx, span) => await figuresBetween(ctx, ctx.owner._id, span),
});

/** What the owner writes down about it; what is left out stays. */
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
