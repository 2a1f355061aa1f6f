import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { internalMutation, internalQuery } from "../lib/internalFunctions";
import { userError } from "../lib/userError";
import schema from "../schema";
import { REFUSALS } from "../shared/messages";
import type { KnowledgeTool } from "../vendors/vapi";
import { vapi } from "../vendors/vapiClient";
import { scheduleVendorDeletion } from "../vendors/vendorDeletion";
import { hasContentOfExtension } from "./content";
import { checkedExtension, fileByStorageId, type KnowledgeFile } from "./files";

export const namedFile = v.object({ storageId: v.id("_storage"), name: v.string() });
export type NamedFile = Infer<typeof namedFile>;

/**
 * Finds or creates the tool that searches a file. A file is uploaded only once. Each step's result is saved at once, and
 * a step whose response was lost is looked up at the platform before it is repeated.
 */
export async function knowledgeToolFor(
  ctx: ActionCtx,
  ownerId: Id<"users">,
  named: NamedFile,
): Promise<KnowledgeTool> {
  const { storageId } = named;
  const knownFile = await ctx.runQuery(internal.knowledge.tool.findKnowledgeFile, {
    ownerId,
    storageId,
  });
  if (knownFile?.platformToolId !== undefined) {
    return { id: knownFile.platformToolId, name: knownFile.platformToolName ?? null };
  }
  const fileId = knownFile?.platformFileId ?? (await uploadFile(ctx, ownerId, named, knownFile));
  const platform = vapi();
  const earlier =
    knownFile?.platformFileId === undefined
      ? null
      : await platform.findKnowledgeTool(fileId, knownFile._creationTime);
  const tool = earlier ?? (await platform.createKnowledgeTool(fileId));
  return await ctx.runMutation(internal.knowledge.tool.recordKnowledgeTool, {
    storageId,
    tool,
  });
}

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
export const recordKnowledgeTool = internalMutation({
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

async function uploadFile(
  ctx: ActionCtx,
  ownerId: Id<"users">,
  { storageId, name }: NamedFile,
  knownFile: KnowledgeFile | null,
): Promise<string> {
  const fileBlob = await ctx.storage.get(storageId);
  if (fileBlob === null) throw userError("knowledge_file_rejected", REFUSALS.knowledgeFileGone);
  const extension = checkedExtension(name, fileBlob.size);
  // A stored file can be read only once: get-convex/convex-backend, npm-packages/udf-runtime/src/storage.ts
  const bytes = await fileBlob.arrayBuffer();
  if (!hasContentOfExtension(extension, new Uint8Array(bytes))) {
    throw userError("knowledge_file_rejected", REFUSALS.knowledgeFileUnlike);
  }
  const content = new Blob([bytes], { type: fileBlob.type });
  const platform = vapi();
  const earlier = knownFile === null ? null : await platform.findFile(knownFile._id);
  const mark =
    knownFile?._id ??
    (await ctx.runMutation(internal.knowledge.tool.recordKnowledgeFile, {
      ownerId,
      storageId,
      name,
    }));
  const platformFileId = earlier ?? (await platform.uploadFile(content, name, mark));
  return await ctx.runMutation(internal.knowledge.tool.recordPlatformFile, {
    storageId,
    platformFileId,
  });
}
