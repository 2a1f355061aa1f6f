// The voice platform's side of assistants: what is made there, kept in step, and cleared away.
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, internalMutation, internalQuery } from "./functions";
import { noteSeen } from "../model/assistants/allowedSites";
import { seenSite, talk } from "../model/assistants/assistantFields";
import { buttonParts } from "../model/assistants/buttonFields";
import {
  buttonToShow as findButton,
  keepParts,
  shownButton,
  takeButtonParts as takeParts,
} from "../model/assistants/drawnButton";
import {
  discardKnowledgeFile,
  findKnowledgeFile as find,
} from "../model/assistants/knowledgeFiles";
import { signing } from "../model/assistants/signedCalls";
import { addLeftovers } from "../model/vendors/leftovers";
import { sweepFiles } from "../model/deletion/orphans";
import { dropLinks, useUpLink as useUp } from "../model/assistants/uploads";
import { countOwnerRequest } from "../model/common/rateLimits";
import { userError } from "../model/common/userError";
import { discardVoiceAssistant, findMadeFor } from "../model/assistants/voiceAssistants";
import {
  changeCredential,
  findCredential as findVoiceCredential,
} from "../model/assistants/voiceCredential";
import { aroundOf, findLiveAssistant } from "../model/assistants/widget";
import { MESSAGES, REFUSALS } from "../catalog/messages";
import schema from "../schema";

const knowledgeFile = { ownerId: v.id("users"), storageId: v.id("_storage") };
const tool = v.object({ id: v.string(), name: v.union(v.string(), v.null()) });
const aroundOfOne = {
  allowedSites: v.array(v.string()),
  seenSites: v.array(seenSite),
  talk: v.optional(talk),
  signing: v.optional(signing),
};
const UNCLAIMED_FOR_MS = 3_600_000;
const SWEPT_AT_ONCE = 100;

export const admit = internalMutation({
  args: { ownerId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { ownerId }) => {
    const owner = await ctx.db.get("users", ownerId);
    if (owner === null) throw userError("not_signed_in", MESSAGES.notSignedIn);
    await countOwnerRequest(ctx, "voiceAssistants", ownerId);
    return null;
  },
});

export const findCredential = internalMutation({
  args: { print: v.string() },
  returns: v.object({ credentialId: v.union(v.string(), v.null()), isToBeMade: v.boolean() }),
  handler: async (ctx, { print }) => await findVoiceCredential(ctx, print),
});

export const recordCredential = internalMutation({
  args: { print: v.string(), credentialId: v.string() },
  returns: v.null(),
  handler: async (ctx, { print, credentialId }) => {
    await changeCredential(ctx, (known) => known.print === print, credentialId);
    return null;
  },
});

/** The platform does not know it any more. */
export const forgetCredential = internalMutation({
  args: { credentialId: v.string() },
  returns: v.null(),
  handler: async (ctx, { credentialId }) => {
    await changeCredential(ctx, (known) => known.credentialId === credentialId, null);
    return null;
  },
});

/** Null when the account or the assistant is gone. What the assistant had before goes. */
export const beginVoiceAssistant = internalMutation({
  args: { ownerId: v.id("users"), assistantId: v.union(v.id("assistants"), v.null()) },
  returns: v.union(v.id("voiceAssistants"), v.null()),
  handler: async (ctx, whose) => {
    const { ownerId, assistantId } = whose;
    if ((await ctx.db.get("users", ownerId)) === null) return null;
    if (assistantId !== null) {
      if ((await ctx.db.get("assistants", assistantId)) === null) return null;
      const before = await findMadeFor(ctx, assistantId);
      if (before !== null) await discardVoiceAssistant(ctx, before);
    }
    return await ctx.db.insert("voiceAssistants", { ...whose, platformId: null });
  },
});

/** The platform refused it, so there is nothing to look for. */
export const forgetVoiceAssistant = internalMutation({
  args: { madeId: v.id("voiceAssistants") },
  returns: v.null(),
  handler: async (ctx, { madeId }) => {
    const made = await ctx.db.get("voiceAssistants", madeId);
    if (made !== null) await ctx.db.delete("voiceAssistants", madeId);
    return null;
  },
});

/** False when nobody wants it any more; it is deleted then. */
export const recordVoiceAssistant = internalMutation({
  args: {
    madeId: v.id("voiceAssistants"),
    platformId: v.string(),
    specPrint: v.optional(v.string()),
  },
  returns: v.boolean(),
  handler: async (ctx, { madeId, platformId, specPrint }) => {
    const made = await ctx.db.get("voiceAssistants", madeId);
    if (made === null) {
      await addLeftovers(ctx, "assistant", [platformId]);
      return false;
    }
    await ctx.db.patch("voiceAssistants", madeId, { platformId, specPrint });
    if (made.assistantId !== null) {
      await ctx.db.patch("assistants", made.assistantId, { voiceAssistantId: platformId });
    }
    return true;
  },
});

/** The platform has been sent it anew. */
export const recordSpecPrint = internalMutation({
  args: { madeId: v.id("voiceAssistants"), specPrint: v.string() },
  returns: v.null(),
  handler: async (ctx, { madeId, specPrint }) => {
    // It may have been deleted meanwhile.
    const made = await ctx.db.get("voiceAssistants", madeId);
    if (made !== null) await ctx.db.patch("voiceAssistants", madeId, { specPrint });
    return null;
  },
});

export const findKnowledgeFile = internalQuery({
  args: knowledgeFile,
  returns: v.union(schema.doc("knowledgeFiles"), v.null()),
  handler: async (ctx, { ownerId, storageId }) => {
    const file = await find(ctx, storageId);
    if (file !== null && file.ownerId !== ownerId) {
      throw userError("not_yours", REFUSALS.knowledgeFileUnknown);
    }
    return file;
  },
});

/** Two that come with the same file at once have one row. */
export const recordKnowledgeFile = internalMutation({
  args: { ...knowledgeFile, name: v.string() },
  returns: v.id("knowledgeFiles"),
  handler: async (ctx, args) => {
    const file = await find(ctx, args.storageId);
    return file?._id ?? (await ctx.db.insert("knowledgeFiles", { ...args, assistantId: null }));
  },
});

/** Two that uploaded the same file at once keep the first; the file may be gone by now. */
export const recordPlatformFile = internalMutation({
  args: { storageId: v.id("_storage"), platformFileId: v.string() },
  returns: v.string(),
  handler: async (ctx, { storageId, platformFileId }) => {
    const file = await find(ctx, storageId);
    if (file !== null && file.platformFileId === undefined) {
      await ctx.db.patch("knowledgeFiles", file._id, { platformFileId });
      return platformFileId;
    }
    const isSuperfluous = file?.platformFileId !== platformFileId;
    if (isSuperfluous) await addLeftovers(ctx, "file", [platformFileId]);
    return file?.platformFileId ?? platformFileId;
  },
});

/** The same for the tool. */
export const recordKnowledgeTool = internalMutation({
  args: { storageId: v.id("_storage"), tool },
  returns: tool,
  handler: async (ctx, { storageId, tool: { id, name } }) => {
    const file = await find(ctx, storageId);
    if (file !== null && file.platformToolId === undefined) {
      const platformToolName = name ?? undefined;
      await ctx.db.patch("knowledgeFiles", file._id, { platformToolId: id, platformToolName });
      return { id, name };
    }
    if (file?.platformToolId !== id) await addLeftovers(ctx, "tool", [id]);
    return file?.platformToolId === undefined
      ? { id, name }
      : { id: file.platformToolId, name: file.platformToolName ?? null };
  },
});

/** What is saved by now, and what the platform has of it. */
export const assistantToSync = internalQuery({
  args: { assistantId: v.id("assistants") },
  returns: v.union(
    v.object({
      assistant: schema.doc("assistants"),
      made: v.union(schema.doc("voiceAssistants"), v.null()),
    }),
    v.null(),
  ),
  handler: async (ctx, { assistantId }) => {
    const assistant = await ctx.db.get("assistants", assistantId);
    return assistant && { assistant, made: await findMadeFor(ctx, assistantId) };
  },
});

export const sweepOrphans = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const before = Date.now() - UNCLAIMED_FOR_MS;
    const voiceAssistants = await ctx.db
      .query("voiceAssistants")
      .withIndex("by_assistant", (q) => q.eq("assistantId", null).lt("_creationTime", before))
      .take(SWEPT_AT_ONCE);
    for (const made of voiceAssistants) await discardVoiceAssistant(ctx, made);
    const files = await ctx.db
      .query("knowledgeFiles")
      .withIndex("by_assistant", (q) => q.eq("assistantId", null).lt("_creationTime", before))
      .take(SWEPT_AT_ONCE);
    for (const file of files) await discardKnowledgeFile(ctx, file);
    const dropped = await dropLinks(ctx, { expiredBeforeMs: Date.now() }, SWEPT_AT_ONCE);
    // Every recording is among them: a busy day has more than the sweeps of a day would come to.
    const isMore = await sweepFiles(ctx, before, SWEPT_AT_ONCE);
    if (isMore || dropped === SWEPT_AT_ONCE)
      await ctx.scheduler.runAfter(0, internal.backstage.assistants.sweepOrphans, {});
    return null;
  },
});

export const useUpLink = internalMutation({
  args: { token: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { token }) => await useUp(ctx, token),
});

/** All that the talk button's page needs to know. */
export const buttonToShow = internalQuery({
  args: { embedId: v.string() },
  returns: v.union(shownButton, v.null()),
  handler: async (ctx, { embedId }) => await findButton(ctx, embedId),
});

/** Null for one that is not live. */
export const sitesOf = internalQuery({
  args: { embedId: v.string() },
  returns: v.union(v.object(aroundOfOne), v.null()),
  handler: async (ctx, { embedId }) => {
    const live = await findLiveAssistant(ctx, embedId);
    return live === null ? null : aroundOf(live);
  },
});

export const noteSeenSite = internalMutation({
  args: { embedId: v.string(), site: v.string() },
  returns: v.null(),
  handler: async (ctx, { embedId, site }) => {
    await noteSeen(ctx, embedId, site);
    return null;
  },
});

export const keepButtonParts = internalMutation({
  args: { parts: buttonParts },
  returns: v.null(),
  handler: async (ctx, { parts }) => {
    await keepParts(ctx, parts);
    return null;
  },
});

/** Says whether the app's host had any. */
export const takeButtonParts = internalAction({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await takeParts(ctx),
});
