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
import { MAX_FILES } from "../shared/sources";
import { MESSAGES, REFUSALS, tooManyKnowledgeFiles } from "../shared/messages";
import { SOURCE_REFUSALS } from "../shared/sourceMessages";
import { LARGEST_PAID_PLAN } from "../shared/plans";
import { canUpgrade } from "../shared/upgrades";
import { scheduleVendorDeletion, scheduleOrphanCheck } from "../vendors/vendorDeletion";

export type KnowledgeFile = Doc<"knowledgeFiles">;
type Assistant = Pick<Doc<"assistants">, "_id" | "ownerId" | "knowledgeFileId">;

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

/** All files of an assistant, with the form's. */
export async function filesOf(
  ctx: QueryCtx,
  assistantId: Id<"assistants">,
): Promise<KnowledgeFile[]> {
  return await ctx.db
    .query("knowledgeFiles")
    .withIndex("by_assistant", (q) => q.eq("assistantId", assistantId))
    .take(MAX_FILES);
}

/** Adds a file that its owner has uploaded. It may take the place of another one. */
export async function addFile(
  ctx: MutationCtx,
  assistant: Assistant,
  { storageId, name }: { storageId: Id<"_storage">; name: string },
  replaced: KnowledgeFile | null,
): Promise<void> {
  if (replaced !== null) requireSourceFile(assistant, replaced);
  const { _id: assistantId, ownerId } = assistant;
  const known = await fileByStorageId(ctx, storageId);
  if (known?.ownerId === ownerId && known.assistantId === assistantId) return;
  if (known !== null) await requireUnclaimedFile(ctx, ownerId, storageId);
  if (replaced === null) {
    await requireRoomForOneMoreFile(ctx, ownerId);
    if ((await filesOf(ctx, assistantId)).length >= MAX_FILES) {
      throw userError("plan_limit", SOURCE_REFUSALS.tooManyFiles);
    }
  }
  if (known === null) {
    await ctx.db.insert("knowledgeFiles", { ownerId, storageId, name, assistantId });
  } else await ctx.db.patch("knowledgeFiles", known._id, { assistantId, name });
  if (replaced !== null) await discardKnowledgeFile(ctx, replaced);
}

/** Deletes a file that is not the form's. */
export async function discardSourceFile(
  ctx: MutationCtx,
  assistant: Assistant,
  file: KnowledgeFile,
): Promise<void> {
  requireSourceFile(assistant, file);
  await discardKnowledgeFile(ctx, file);
}

/** The form's file is changed only with the form, which has its name. */
function requireSourceFile({ _id, knowledgeFileId }: Assistant, file: KnowledgeFile): void {
  if (file.assistantId !== _id || file.storageId === knowledgeFileId) {
    throw userError("not_yours", REFUSALS.knowledgeFileUnknown);
  }
}

/** A file of the owner's assistants. Somebody else's is refused like a missing one. */
export async function requireOwnFile(
  ctx: QueryCtx & { owner: Doc<"users"> },
  fileId: Id<"knowledgeFiles">,
): Promise<KnowledgeFile & { assistantId: Id<"assistants"> }> {
  const file = await ctx.db.get("knowledgeFiles", fileId);
  if (file?.ownerId !== ctx.owner._id || file.assistantId === null) {
    throw userError("not_yours", REFUSALS.knowledgeFileUnknown);
  }
  return { ...file, assistantId: file.assistantId };
}

/** Makes a file the one of the assistant's form, or none, and deletes the previous one. */
export async function attachKnowledgeFile(
  ctx: MutationCtx,
  assistant: Assistant,
  storageId: Id<"_storage"> | undefined,
): Promise<void> {
  const { knowledgeFileId } = assistant;
  const current =
    knowledgeFileId === undefined ? null : await fileByStorageId(ctx, knowledgeFileId);
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
    if (platformToolId === undefined) await scheduleOrphanCheck(ctx, "tool", _id, _creationTime);
    else await scheduleVendorDeletion(ctx, "tool", [platformToolId]);
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
