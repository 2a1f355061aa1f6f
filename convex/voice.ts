// The voice platform's side of assistants: what is made there, kept in step, and cleared away.
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation, internalQuery } from "./functions";
import { voiceSync } from "./model/assistantFields";
import { spokenOf } from "./model/assistants";
import { discardKnowledgeFile, findKnowledgeFile as find } from "./model/knowledgeFiles";
import { addLeftovers } from "./model/leftovers";
import { sweepFiles } from "./model/orphans";
import { countOwnerRequest } from "./model/rateLimits";
import { userError } from "./model/userError";
import {
  claimVoiceAssistant,
  discardVoiceAssistant,
  findVoiceAssistant,
  tryToUpdate,
} from "./model/voiceAssistants";
import { MESSAGES } from "./catalog/messages";
import schema from "./schema";

const knowledgeFile = { ownerId: v.id("users"), storageId: v.id("_storage") };
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

export const recordVoiceAssistant = internalMutation({
  args: { ownerId: v.id("users"), platformId: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await ctx.db.insert("voiceAssistants", { ...args, assistantId: null });
    return null;
  },
});

export const findKnowledgeFile = internalQuery({
  args: knowledgeFile,
  returns: v.union(schema.doc("knowledgeFiles"), v.null()),
  handler: async (ctx, { ownerId, storageId }) => {
    const file = await find(ctx, storageId);
    if (file !== null && file.ownerId !== ownerId) {
      throw userError("not_yours", MESSAGES.knowledgeFileUnknown);
    }
    return file;
  },
});

export const recordKnowledgeFile = internalMutation({
  args: { ...knowledgeFile, name: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    const file = await find(ctx, args.storageId);
    if (file === null) await ctx.db.insert("knowledgeFiles", { ...args, assistantId: null });
    return null;
  },
});

/** Two that made a tool of the same file at once keep the first; the file may be gone by now. */
export const recordKnowledgeTool = internalMutation({
  args: { storageId: v.id("_storage"), platformFileId: v.string(), platformToolId: v.string() },
  returns: v.string(),
  handler: async (ctx, { storageId, platformFileId, platformToolId }) => {
    const file = await find(ctx, storageId);
    if (file !== null && file.platformToolId === undefined) {
      await ctx.db.patch("knowledgeFiles", file._id, { platformFileId, platformToolId });
      return platformToolId;
    }
    await addLeftovers(ctx, "tool", [platformToolId]);
    await addLeftovers(ctx, "file", [platformFileId]);
    if (file?.platformToolId !== undefined) return file.platformToolId;
    throw userError("knowledge_file_rejected", MESSAGES.knowledgeFileGone);
  },
});

/** Tells the platform of an assistant's newest save. */
export const sync = internalAction({
  args: { assistantId: v.id("assistants"), version: v.number() },
  returns: v.null(),
  handler: async (ctx, { assistantId, version }) => {
    const assistant = await ctx.runQuery(internal.voice.assistantToSync, { assistantId, version });
    if (assistant === null) return null;
    const { voiceAssistantId = null } = assistant;
    const platformId = await tryToUpdate(ctx, spokenOf(assistant), voiceAssistantId);
    const state = platformId === null ? ("failed" as const) : ("done" as const);
    await ctx.runMutation(internal.voice.noteSync, {
      assistantId,
      platformId,
      sync: { state, version },
    });
    return null;
  },
});

/** Null when there is a newer save, which brings its own run. */
export const assistantToSync = internalQuery({
  args: { assistantId: v.id("assistants"), version: v.number() },
  returns: v.union(schema.doc("assistants"), v.null()),
  handler: async (ctx, { assistantId, version }) => {
    const assistant = await ctx.db.get("assistants", assistantId);
    return assistant?.voiceSync?.version === version ? assistant : null;
  },
});

export const noteSync = internalMutation({
  args: {
    assistantId: v.id("assistants"),
    platformId: v.union(v.string(), v.null()),
    sync: voiceSync,
  },
  returns: v.null(),
  handler: async (ctx, { assistantId, platformId, sync }) => {
    const assistant = await ctx.db.get("assistants", assistantId);
    if (assistant === null) return null;
    if (platformId !== null && platformId !== assistant.voiceAssistantId) {
      const lost = await findVoiceAssistant(ctx, assistant.voiceAssistantId ?? "");
      if (lost !== null) await ctx.db.delete("voiceAssistants", lost._id);
      await claimVoiceAssistant(ctx, assistant, platformId);
      await ctx.db.patch("assistants", assistantId, { voiceAssistantId: platformId });
    }
    if (assistant.voiceSync?.version === sync.version) {
      await ctx.db.patch("assistants", assistantId, { voiceSync: sync });
    }
    return null;
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
    await sweepFiles(ctx, before, SWEPT_AT_ONCE);
    return null;
  },
});
