import type { ObjectType } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { MAX_ASSISTANTS_PER_OWNER } from "../catalog/limits";
import { MESSAGES } from "../catalog/messages";
import type { assistantContent, assistantIdentity } from "./assistantFields";
import { checkedTexts } from "./assistantTexts";
import { userError } from "./userError";

type NewAssistant = ObjectType<typeof assistantContent & typeof assistantIdentity>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Newest first, and complete: createAssistant keeps every owner within the limit. */
export async function listOwnAssistants(
  ctx: QueryCtx,
  ownerId: Id<"users">,
): Promise<Doc<"assistants">[]> {
  return await ctx.db
    .query("assistants")
    .withIndex("by_owner", (q) => q.eq("ownerId", ownerId))
    .order("desc")
    .take(MAX_ASSISTANTS_PER_OWNER);
}

/** Someone else's assistant is answered like a missing one, so that ids cannot be probed. */
export async function requireOwnAssistant(
  ctx: QueryCtx & { owner: Doc<"users"> },
  assistantId: Id<"assistants">,
): Promise<Doc<"assistants">> {
  const assistant = await ctx.db.get("assistants", assistantId);
  if (assistant?.ownerId !== ctx.owner._id) {
    throw userError("assistant_not_found", MESSAGES.assistantNotFound);
  }
  return assistant;
}

export async function insertAssistant(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  assistant: NewAssistant,
): Promise<Id<"assistants">> {
  const texts = checkedTexts(assistant);
  refuseUnprovenReferences(assistant);
  await requireFreeEmbedId(ctx, assistant.embedId);
  await requireRoomForOneMore(ctx, ownerId);
  return await ctx.db.insert("assistants", { ...assistant, ...texts, ownerId, published: false });
}

/**
 * Nothing hands out voice assistants or upload URLs yet, so no id can be shown to be the
 * owner's own, and a guessed one could be another owner's file or voice.
 */
function refuseUnprovenReferences(assistant: NewAssistant): void {
  if (assistant.voiceAssistantId !== undefined) {
    throw userError("not_yours", MESSAGES.voiceAssistantUnknown);
  }
  if (assistant.knowledgeFileId !== undefined || assistant.knowledgeFileName !== undefined) {
    throw userError("not_yours", MESSAGES.knowledgeFileUnknown);
  }
}

/** The embed id is all that a visitor needs, so it must not be guessable. */
async function requireFreeEmbedId(ctx: MutationCtx, embedId: string): Promise<void> {
  if (!UUID.test(embedId)) throw userError("embed_id_rejected", MESSAGES.embedIdInvalid);
  const taken = await ctx.db
    .query("assistants")
    .withIndex("by_embed_id", (q) => q.eq("embedId", embedId))
    .first();
  if (taken !== null) throw userError("embed_id_rejected", MESSAGES.embedIdTaken);
}

async function requireRoomForOneMore(ctx: MutationCtx, ownerId: Id<"users">): Promise<void> {
  const assistants = await listOwnAssistants(ctx, ownerId);
  if (assistants.length >= MAX_ASSISTANTS_PER_OWNER) {
    throw userError("assistant_limit", MESSAGES.tooManyAssistants);
  }
}
