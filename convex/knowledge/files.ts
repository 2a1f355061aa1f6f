import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { findActiveSubscription } from "../billing/plans/customers";
import { deleteStoredFile } from "../lib/storedFiles";
import { userError } from "../lib/userError";
import {
  fileTooLarge,
  knowledgeExtension,
  type KnowledgeExtension,
  MAX_FILE_NAME_LENGTH,
  MAX_KNOWLEDGE_BYTES,
} from "../shared/knowledge";
import { MESSAGES, REFUSALS, tooManyKnowledgeFiles } from "../shared/messages";
import { LARGEST_PAID_PLAN } from "../shared/plans";
import { canUpgrade } from "../shared/upgrades";
import { scheduleVendorDeletion, scheduleOrphanCheck } from "../vendors/vendorDeletion";

export type KnowledgeFile = Doc<"knowledgeFiles">;

/** Checks the name and the size. The content is checked when the file is read. */
export function checkedExtension(name: string, bytes: number): KnowledgeExtension {
  if (name === "" || name.length > MAX_FILE_NAME_LENGTH) {
    throw userError("knowledge_file_rejected", MESSAGES.knowledgeFileName);
  }
  const extension = knowledgeExtension(name);
  if (extension === null) throw userError("knowledge_file_rejected", MESSAGES.knowledgeFileType);
  if (bytes > MAX_KNOWLEDGE_BYTES) {
    throw userError("knowledge_file_rejected", fileTooLarge(bytes));
  }
  return extension;
}

/** A file belongs to the owner who first named it, because an upload does not say who sent it. */
export async function fileByStorageId(
  ctx: QueryCtx,
  storageId: Id<"_storage">,
): Promise<KnowledgeFile | null> {
  return await ctx.db
    .query("knowledgeFiles")
    .withIndex("by_storage_id", (q) => q.eq("storageId", storageId))
    .unique();
}

/** Attaches a file to the assistant, or none, and deletes the previous one. */
export async function attachKnowledgeFile(
  ctx: MutationCtx,
  assistant: Pick<Doc<"assistants">, "_id" | "ownerId">,
  storageId: Id<"_storage"> | undefined,
): Promise<void> {
  const current = await ctx.db
    .query("knowledgeFiles")
    .withIndex("by_assistant", (q) => q.eq("assistantId", assistant._id))
    .unique();
  if (current !== null && current.storageId === storageId) return;
  if (storageId !== undefined) {
    const file = await requireUnclaimedFile(ctx, assistant.ownerId, storageId);
    if (current === null) await requireRoomForOneMoreFile(ctx, assistant.ownerId);
    await ctx.db.patch("knowledgeFiles", file._id, { assistantId: assistant._id });
  }
  if (current !== null) await discardKnowledgeFile(ctx, current);
}

/** Deletes a file here, and enqueues its deletion at the voice platform. */
export async function discardKnowledgeFile(ctx: MutationCtx, file: KnowledgeFile): Promise<void> {
  const { _id, _creationTime, platformFileId, platformToolId } = file;
  if (platformFileId === undefined) await scheduleOrphanCheck(ctx, "file", _id, _creationTime);
  else {
    await scheduleVendorDeletion(ctx, "file", [platformFileId]);
    if (platformToolId === undefined) {
      await scheduleOrphanCheck(ctx, "tool", platformFileId, _creationTime);
    } else await scheduleVendorDeletion(ctx, "tool", [platformToolId]);
  }
  await deleteStoredFile(ctx, file.storageId);
  await ctx.db.delete("knowledgeFiles", _id);
}

async function requireUnclaimedFile(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  storageId: Id<"_storage">,
): Promise<KnowledgeFile> {
  const file = await fileByStorageId(ctx, storageId);
  if (file?.ownerId !== ownerId || file.assistantId !== null) {
    throw userError("not_yours", REFUSALS.knowledgeFileUnknown);
  }
  return file;
}

/** Without a subscription, the limit is that of the largest plan. */
async function requireRoomForOneMoreFile(ctx: QueryCtx, ownerId: Id<"users">): Promise<void> {
  const subscription = await findActiveSubscription(ctx, ownerId);
  const { type, name, limits } = subscription?.plan ?? LARGEST_PAID_PLAN;
  const attached = await ctx.db
    .query("knowledgeFiles")
    .withIndex("by_owner_and_assistant", (q) => q.eq("ownerId", ownerId).gt("assistantId", null))
    .take(limits.knowledgeBaseFiles);
  if (attached.length >= limits.knowledgeBaseFiles) {
    throw userError(
      "plan_limit",
      tooManyKnowledgeFiles(name, limits.knowledgeBaseFiles, canUpgrade(type)),
    );
  }
}
