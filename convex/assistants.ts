import { v } from "convex/values";
import { internal } from "./_generated/api";
import {
  findByEmbedId,
  insertAssistant,
  listOwnAssistants,
  removeAssistant,
  requireOwnAssistant,
  startSync,
  validVoiceSettings,
} from "./assistants/assistants";
import { saveChanges } from "./assistants/drafts";
import { togglePublished } from "./assistants/publishing";
import {
  assistantContent,
  assistantIdentity,
  voiceSettings,
  widgetAssistant,
} from "./assistants/table";
import { createVoiceAssistant as create, asPlatformError } from "./assistants/voiceAssistants";
import {
  allowMoreToday as raiseTodaysLimit,
  removeDailyLimit as removeLimit,
} from "./calls/dailyMinutes";
import { newUploadLink } from "./knowledge/uploads";
import { ownerAction, ownerMutation, ownerQuery, publicQuery } from "./lib/functions";
import { countOwnerRequest } from "./lib/rateLimits";
import { deleteRehearsals } from "./rehearsals/rehearsals";
import schema from "./schema";
import { findAvailability, takesMessages } from "./talkButton/availability";
import { findLiveAssistant, toUnavailableWidget, toWidget } from "./talkButton/widget";

const { knowledgeFileId, knowledgeFileName } = assistantContent;
const ownAssistant = { assistantId: v.id("assistants") };

export const listAssistants = ownerQuery({
  args: {},
  returns: v.array(schema.doc("assistants")),
  handler: async (ctx) => await listOwnAssistants(ctx, ctx.owner._id),
});

export const getAssistant = ownerQuery({
  args: ownAssistant,
  returns: schema.doc("assistants"),
  handler: async (ctx, { assistantId }) => await requireOwnAssistant(ctx, assistantId),
});

/** For visitors. Null if the assistant is not live. */
export const getAssistantByEmbedId = publicQuery({
  args: { embedId: v.string() },
  returns: v.union(widgetAssistant, v.null()),
  handler: async (ctx, { embedId }) => {
    const live = await findLiveAssistant(ctx, embedId);
    return live === null ? null : await toWidget(live.assistant);
  },
});

/** For visitors who cannot reach an assistant that takes messages then. Null if they can, or it takes none. */
export const getAssistantForMessage = publicQuery({
  args: { embedId: v.string() },
  returns: v.union(widgetAssistant, v.null()),
  handler: async (ctx, { embedId }) => {
    const found = await findAvailability(ctx, embedId);
    if (found === null || !takesMessages(found)) return null;
    return await toUnavailableWidget(found.assistant);
  },
});

/** For the owner in the studio, even if the assistant is not published. */
export const getAssistantByEmbedIdForTesting = ownerQuery({
  args: { embedId: v.string() },
  returns: v.union(widgetAssistant, v.null()),
  handler: async (ctx, { embedId }) => {
    const assistant = await findByEmbedId(ctx, embedId);
    return assistant?.ownerId === ctx.owner._id ? await toWidget(assistant) : null;
  },
});

export const createAssistant = ownerMutation({
  args: { ...assistantContent, ...assistantIdentity },
  returns: v.id("assistants"),
  handler: async (ctx, args) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    return await insertAssistant(ctx, ctx.owner._id, args);
  },
});

export const updateAssistant = ownerMutation({
  args: { ...ownAssistant, ...assistantContent },
  returns: v.null(),
  handler: async (ctx, { assistantId, ...content }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    await saveChanges(ctx, await requireOwnAssistant(ctx, assistantId), content);
    return null;
  },
});

/** Sends the assistant to the voice platform again after a failure. */
export const retryVoiceSync = ownerMutation({
  args: ownAssistant,
  returns: v.null(),
  handler: async (ctx, { assistantId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    await startSync(ctx, await requireOwnAssistant(ctx, assistantId));
    return null;
  },
});

export const deleteAssistant = ownerMutation({
  args: ownAssistant,
  returns: v.null(),
  handler: async (ctx, { assistantId }) => {
    const assistant = await requireOwnAssistant(ctx, assistantId);
    await deleteRehearsals(ctx, assistantId);
    await removeAssistant(ctx, assistant);
    return null;
  },
});

export const togglePublishAssistant = ownerMutation({
  args: ownAssistant,
  returns: v.boolean(),
  handler: async (ctx, { assistantId }) =>
    await togglePublished(ctx, await requireOwnAssistant(ctx, assistantId)),
});

/** Adds the daily minutes once more today, if the limit is reached. */
export const allowMoreToday = ownerMutation({
  args: ownAssistant,
  returns: v.null(),
  handler: async (ctx, { assistantId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    await raiseTodaysLimit(ctx, await requireOwnAssistant(ctx, assistantId));
    return null;
  },
});

export const removeDailyLimit = ownerMutation({
  args: ownAssistant,
  returns: v.null(),
  handler: async (ctx, { assistantId }) => {
    await countOwnerRequest(ctx, "assistantWrites", ctx.owner._id);
    await removeLimit(ctx, await requireOwnAssistant(ctx, assistantId));
    return null;
  },
});

export const generateUploadUrl = ownerMutation({
  args: {},
  returns: v.string(),
  handler: async (ctx) => {
    await countOwnerRequest(ctx, "uploads", ctx.owner._id);
    return await newUploadLink(ctx, ctx.owner._id);
  },
});

export const createVoiceAssistant = ownerAction({
  args: { ...voiceSettings, knowledgeFileId, knowledgeFileName },
  returns: v.string(),
  handler: async (ctx, { knowledgeFileId: storageId, knowledgeFileName: name = "", ...given }) => {
    const { ownerId } = ctx;
    const settings = validVoiceSettings(given);
    const file = storageId === undefined ? null : { storageId, name };
    await ctx.runMutation(internal.assistants.voiceAssistants.admit, { ownerId });
    return await asPlatformError(create(ctx, { ...settings, ownerId, assistantId: null, file }));
  },
});
