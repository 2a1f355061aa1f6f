/** Further knowledge files. An action reads the content between the two steps. */
import { v } from "convex/values";
import { addFile, fileByStorageId, requireOwnFile } from "../knowledge/files";
import { internalMutation } from "../lib/internalFunctions";
import { requireOwnerDoc } from "../lib/owner";
import { countOwnerRequest } from "../lib/rateLimits";
import { userError } from "../lib/userError";
import { REFUSALS } from "../shared/messages";
import { requireOwnAssistant, startSync } from "./assistants";

export const addedFile = {
  assistantId: v.id("assistants"),
  storageId: v.id("_storage"),
  name: v.string(),
  /** The file whose place it takes. */
  replaces: v.optional(v.id("knowledgeFiles")),
};

export const admit = internalMutation({
  args: { ownerId: v.id("users"), ...addedFile },
  returns: v.null(),
  handler: async (ctx, { ownerId, assistantId, storageId }) => {
    const asOwner = { ...ctx, owner: await requireOwnerDoc(ctx, ownerId) };
    await requireOwnAssistant(asOwner, assistantId);
    const known = await fileByStorageId(ctx, storageId);
    if (known !== null && known.ownerId !== ownerId) {
      throw userError("not_yours", REFUSALS.knowledgeFileUnknown);
    }
    await countOwnerRequest(ctx, "assistantWrites", ownerId);
    return null;
  },
});

export const attach = internalMutation({
  args: { ownerId: v.id("users"), ...addedFile },
  returns: v.null(),
  handler: async (ctx, { ownerId, assistantId, replaces, ...file }) => {
    const asOwner = { ...ctx, owner: await requireOwnerDoc(ctx, ownerId) };
    const assistant = await requireOwnAssistant(asOwner, assistantId);
    const replaced = replaces === undefined ? null : await requireOwnFile(asOwner, replaces);
    await addFile(ctx, assistant, file, replaced);
    await startSync(ctx, assistant);
    return null;
  },
});
