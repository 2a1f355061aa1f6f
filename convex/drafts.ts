/** Changes of an assistant that wait for its owner's review before they go live (assistants/drafts.ts). */
import { v } from "convex/values";
import { requireOwnAssistant } from "./assistants/assistants";
import {
  discardDraft as discard,
  publishDraft as publish,
  showDraft,
  shownDraft,
  switchReview,
} from "./assistants/drafts";
import { ownerMutation, ownerQuery } from "./lib/functions";
import { countOwnerRequest } from "./lib/rateLimits";
import { userError } from "./lib/userError";
import { failedConditions } from "./rehearsals/runs";
import { hasDraft } from "./shared/drafts";
import { REHEARSAL_REFUSALS } from "./shared/rehearsals";

const ownAssistant = { assistantId: v.id("assistants") };
/** The draft that the owner has seen. */
const seenDraft = { ...ownAssistant, draftId: v.id("assistantDrafts") };

/** Null if everything that was saved is live. */
export const getDraft = ownerQuery({
  args: ownAssistant,
  returns: v.union(shownDraft, v.null()),
  handler: async (ctx, { assistantId }) =>
    await showDraft(ctx, await requireOwnAssistant(ctx, assistantId)),
});

/**
 * Returns false if the changes were published or discarded already. Rehearsals that are a condition must have passed with these
 * changes, unless the owner says otherwise.
 */
export const publishDraft = ownerMutation({
  args: { ...seenDraft, despiteRehearsals: v.optional(v.boolean()) },
  returns: v.boolean(),
  handler: async (ctx, { assistantId, draftId, despiteRehearsals = false }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    const assistant = await requireOwnAssistant(ctx, assistantId);
    if (
      !despiteRehearsals &&
      hasDraft(assistant) &&
      (await failedConditions(ctx, assistant)).length > 0
    ) {
      throw userError("rehearsals_not_passed", REHEARSAL_REFUSALS.conditionsFailed);
    }
    return await publish(ctx, assistant, draftId);
  },
});

/** Goes back to what is live. Returns false like `publishDraft`. */
export const discardDraft = ownerMutation({
  args: seenDraft,
  returns: v.boolean(),
  handler: async (ctx, { assistantId, draftId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    return await discard(ctx, await requireOwnAssistant(ctx, assistantId), draftId);
  },
});

/** Whether saved changes of a published assistant wait for a review. */
export const setReview = ownerMutation({
  args: { ...ownAssistant, isOn: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { assistantId, isOn }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    await switchReview(ctx, await requireOwnAssistant(ctx, assistantId), isOn);
    return null;
  },
});
