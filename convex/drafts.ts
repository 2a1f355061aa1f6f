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

/** Returns false if the changes were published or discarded already. */
export const publishDraft = ownerMutation({
  args: seenDraft,
  returns: v.boolean(),
  handler: async (ctx, { assistantId, draftId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    return await publish(ctx, await requireOwnAssistant(ctx, assistantId), draftId);
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
