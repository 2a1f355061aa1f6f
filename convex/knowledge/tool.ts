import { v } from "convex/values";
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

export type NamedFile = { storageId: Id<"_storage">; name: string };

/**
 * The tool that looks things up in a file. A file is uploaded once, however many assistants come to
 * use it; each step is kept as soon as it is answered, and one whose answer is missing is looked for
 * at the platform before it is taken again.
 */
export async function knowledgeToolFor(
  ctx: ActionCtx,
  ownerId: Id<"users">,
  named: NamedFile,
): Promise<KnowledgeTool> {
  const { storageId } = named;
  const known = await ctx.runQuery(internal.knowledge.tool.findKnowledgeFile, {
    ownerId,
    storageId,
  });
  if (known?.platformToolId !== undefined) {
    return { id: known.platformToolId, name: known.platformToolName ?? null };
  }
  const fileId = known?.platformFileId ?? (await uploaded(ctx, ownerId, named, known));
  const platform = vapi();
  const earlier =
    known?.platformFileId === undefined
      ? null
      : await platform.findKnowledgeTool(fileId, known._creationTime);
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

/** Two requests with the same file at once share one row. */
export const recordKnowledgeFile = internalMutation({
  args: { ...knowledgeFile, name: v.string() },
  returns: v.id("knowledgeFiles"),
  handler: async (ctx, args) => {
    const file = await fileByStorageId(ctx, args.storageId);
    return file?._id ?? (await ctx.db.insert("knowledgeFiles", { ...args, assistantId: null }));
  },
});

/** Two that uploaded the same file at once keep the first; the file may be gone by now. */
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

async function uploaded(
  ctx: ActionCtx,
  ownerId: Id<"users">,
  { storageId, name }: NamedFile,
  known: KnowledgeFile | null,
): Promise<string> {
  const stored = await ctx.storage.get(storageId);
  if (stored === null) throw userError("knowledge_file_rejected", REFUSALS.knowledgeFileGone);
  const extension = checkedExtension(name, stored.size);
  // What storage gives can be read once only: get-convex/convex-backend, npm-packages/udf-runtime/src/storage.ts
  const bytes = await stored.arrayBuffer();
  if (!hasContentOfExtension(extension, new Uint8Array(bytes))) {
    throw userError("knowledge_file_rejected", REFUSALS.knowledgeFileUnlike);
  }
  const content = new Blob([bytes], { type: stored.type });
  const platform = vapi();
  const earlier = known === null ? null : await platform.findFile(known._id);
  const mark =
    known?._id ??
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
