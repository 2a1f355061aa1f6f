import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { internalMutation, internalQuery } from "../lib/internalFunctions";
import { userError } from "../lib/userError";
import schema from "../schema";
import { REFUSALS } from "../shared/messages";
import type { KnowledgeBase, KnowledgeTool } from "../vendors/vapi";
import { vapi } from "../vendors/vapiClient";
import { scheduleVendorDeletion } from "../vendors/vendorDeletion";
import { hasContentOfExtension } from "./content";
import { checkedExtension, fileByStorageId, type KnowledgeFile } from "./files";

export const namedFile = v.object({ storageId: v.id("_storage"), name: v.string() });
export type NamedFile = Infer<typeof namedFile>;

/**
 * Finds or creates the tool that searches only this file. A file is uploaded only once. Each step's result is saved at
 * once, and a step whose response was lost is looked up at the platform before it is repeated.
 */
export async function fileToolFor(
  ctx: ActionCtx,
  ownerId: Id<"users">,
  named: NamedFile,
): Promise<KnowledgeTool> {
  const { storageId } = named;
  const knownFile = await ctx.runQuery(internal.knowledge.fileTool.findKnowledgeFile, {
    ownerId,
    storageId,
  });
  if (knownFile?.platformToolId !== undefined) {
    return { id: knownFile.platformToolId, name: knownFile.platformToolName ?? null };
  }
  const { fileId, platformFileId } = await sendFile(ctx, ownerId, named, knownFile);
  const platform = vapi();
  const earlier =
    knownFile?.platformFileId === undefined
      ? null
      : await platform.findKnowledgeTool(fileId, knownFile._creationTime);
  const tool =
    earlier ?? (await platform.createKnowledgeTool([baseOfFile(fileId, platformFileId)]));
  return await ctx.runMutation(internal.knowledge.fileTool.recordFileTool, { storageId, tool });
}

function baseOfFile(fileId: string, platformFileId: string): KnowledgeBase {
  return {
    name: `file-${fileId}`,
    description: "What the owner of the website wants callers to know.",
    fileIds: [platformFileId],
  };
}

/** Sends a file unless the platform has it already. Returns its id there. */
export async function platformFileFor(
  ctx: ActionCtx,
  ownerId: Id<"users">,
  named: NamedFile,
): Promise<string> {
  const knownFile = await ctx.runQuery(internal.knowledge.fileTool.findKnowledgeFile, {
    ownerId,
    storageId: named.storageId,
  });
  const { fileId, platformFileId } = await sendFile(ctx, ownerId, named, knownFile);
  if (knownFile?.isReadable === undefined) {
    const status = await vapi().findFileStatus(platformFileId);
    const isReadable = status === null ? undefined : status === "done";
    await ctx.runMutation(internal.knowledge.fileTool.recordReading, { fileId, isReadable });
  }
  return platformFileId;
}

/** The file may have been deleted in the meantime. */
export const recordReading = internalMutation({
  args: { fileId: v.id("knowledgeFiles"), isReadable: v.optional(v.boolean()) },
  returns: v.null(),
  handler: async (ctx, { fileId, isReadable }) => {
    const file = await ctx.db.get("knowledgeFiles", fileId);
    if (file !== null) await ctx.db.patch("knowledgeFiles", fileId, { isReadable });
    return null;
  },
});

const knowledgeFile = { ownerId: v.id("users"), storageId: v.id("_storage") };

export const findKnowledgeFile = internalQuery({
  args: knowledgeFile,
  returns: v.union(schema.doc("knowledgeFiles"), v.null()),
  handler: async (ctx, { ownerId, storageId }) => {
    const file = await fileByStorageId(ctx, storageId);
    if (file !== null && file.ownerId !== ownerId) {
      throw userError("not_yours", REFUSALS.knowledgeFileUnknown);
    }
    return file;
  },
});

/** Concurrent requests with the same file share one row. */
export const recordKnowledgeFile = internalMutation({
  args: { ...knowledgeFile, name: v.string() },
  returns: v.id("knowledgeFiles"),
  handler: async (ctx, args) => {
    const file = await fileByStorageId(ctx, args.storageId);
    return file?._id ?? (await ctx.db.insert("knowledgeFiles", { ...args, assistantId: null }));
  },
});

/** If the file was uploaded twice concurrently, the first upload stays. The file may have been deleted by now. */
export const recordPlatformFile = internalMutation({
  args: { storageId: v.id("_storage"), platformFileId: v.string() },
  returns: v.string(),
  handler: async (ctx, { storageId, platformFileId }) => {
    const file = await fileByStorageId(ctx, storageId);
    if (file !== null && file.platformFileId === undefined) {
      await ctx.db.patch("knowledgeFiles", file._id, { platformFileId });
      return platformFileId;
    }
    const isSuperfluous = file?.platformFileId !== platformFileId;
    if (isSuperfluous) await scheduleVendorDeletion(ctx, "file", [platformFileId]);
    return file?.platformFileId ?? platformFileId;
  },
});

const tool = v.object({ id: v.string(), name: v.union(v.string(), v.null()) });

/** Like `recordPlatformFile`, for the tool. */
export const recordFileTool = internalMutation({
  args: { storageId: v.id("_storage"), tool },
  returns: tool,
  handler: async (ctx, { storageId, tool: { id, name } }) => {
    const file = await fileByStorageId(ctx, storageId);
    if (file !== null && file.platformToolId === undefined) {
      const platformToolName = name ?? undefined;
      await ctx.db.patch("knowledgeFiles", file._id, { platformToolId: id, platformToolName });
      return { id, name };
    }
    if (file?.platformToolId !== id) await scheduleVendorDeletion(ctx, "tool", [id]);
    return file?.platformToolId === undefined
      ? { id, name }
      : { id: file.platformToolId, name: file.platformToolName ?? null };
  },
});

/** The content of an uploaded file. Throws what is wrong with it. */
export async function readKnowledgeFile(
  ctx: ActionCtx,
  { storageId, name }: NamedFile,
): Promise<Blob> {
  const fileBlob = await ctx.storage.get(storageId);
  if (fileBlob === null) throw userError("knowledge_file_rejected", REFUSALS.knowledgeFileGone);
  const extension = checkedExtension(name, fileBlob.size);
  // A stored file can be read only once: get-convex/convex-backend, npm-packages/udf-runtime/src/storage.ts
  const bytes = await fileBlob.arrayBuffer();
  if (!hasContentOfExtension(extension, new Uint8Array(bytes))) {
    throw userError("knowledge_file_rejected", REFUSALS.knowledgeFileUnlike);
  }
  return new Blob([bytes], { type: fileBlob.type });
}

async function sendFile(
  ctx: ActionCtx,
  ownerId: Id<"users">,
  named: NamedFile,
  known: KnowledgeFile | null,
): Promise<{ fileId: Id<"knowledgeFiles">; platformFileId: string }> {
  if (known?.platformFileId !== undefined) {
    return { fileId: known._id, platformFileId: known.platformFileId };
  }
  const { storageId, name } = named;
  const content = await readKnowledgeFile(ctx, named);
  const platform = vapi();
  const earlier = known === null ? null : await platform.findFile(known._id);
  const fileId =
    known?._id ??
    (await ctx.runMutation(internal.knowledge.fileTool.recordKnowledgeFile, {
      ownerId,
      storageId,
      name,
    }));
  const uploaded = earlier ?? (await platform.uploadFile(content, name, fileId));
  const platformFileId = await ctx.runMutation(internal.knowledge.fileTool.recordPlatformFile, {
    storageId,
    platformFileId: uploaded,
  });
  return { fileId, platformFileId };
}
