import { pick } from "convex-helpers";
import type { ObjectType } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { discardActions } from "../assistantActions/log";
import { validFindings } from "../inbox/checkFindings";
import { enqueueCleanup } from "../jobs/cleanupTask";
import { enqueue, cancel } from "../jobs/enqueue";
import { discardKnowledge } from "../knowledge/deletion";
import { attachKnowledgeFile } from "../knowledge/files";
import { rowsOfOwner } from "../lib/rowsOfOwner";
import { userError } from "../lib/userError";
import { NEW_CONVERSATION } from "../shared/conversation";
import { MAX_FILE_NAME_LENGTH } from "../shared/knowledge";
import { MAX_ASSISTANTS_PER_OWNER } from "../shared/limits";
import { MESSAGES, REFUSALS } from "../shared/messages";
import { validSites } from "./allowedSites";
import { validConversation, conversationOf } from "./conversation";
import { validNotice } from "./privacyNotice";
import { validTexts } from "./requiredTexts";
import {
  type assistantContent,
  type assistantIdentity,
  voiceSettings,
  type VoiceSettings,
} from "./table";
import { deleteVersions, saveFirstVersion, saveVersion } from "./versions";
import {
  claimVoiceAssistant,
  discardVoiceAssistant,
  findVoiceAssistantFor,
  type OwnedVoiceInput,
} from "./voiceAssistants";

type Assistant = Doc<"assistants">;
type Content = ObjectType<typeof assistantContent>;
type NewAssistant = Content & ObjectType<typeof assistantIdentity>;
/** An assistant and its copy at the voice platform. */
export type SavedAssistant = { assistant: Assistant; copy: Doc<"voiceAssistants"> | null };
type OwnerCtx = QueryCtx & { owner: Doc<"users"> };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** All assistants of an owner, the newest first. `insertAssistant` enforces the limit. */
export async function listOwnAssistants(ctx: QueryCtx, ownerId: Id<"users">): Promise<Assistant[]> {
  return await rowsOfOwner(ctx, "assistants", ownerId).order("desc").take(MAX_ASSISTANTS_PER_OWNER);
}

/** Somebody else's assistant is refused like a missing one, so that ids cannot be probed. */
export async function requireOwnAssistant(
  ctx: OwnerCtx,
  assistantId: Id<"assistants">,
): Promise<Assistant> {
  const assistant = await ctx.db.get("assistants", assistantId);
  if (assistant?.ownerId !== ctx.owner._id) {
    throw userError("assistant_not_found", MESSAGES.assistantNotFound);
  }
  return assistant;
}

export async function findByEmbedId(ctx: QueryCtx, embedId: string): Promise<Assistant | null> {
  return await ctx.db
    .query("assistants")
    .withIndex("by_embed_id", (q) => q.eq("embedId", embedId))
    .unique();
}

export async function insertAssistant(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  assistant: NewAssistant,
): Promise<Id<"assistants">> {
  const valid = validContent(assistant);
  const content = { ...assistant, ...valid, talk: valid.talk ?? NEW_CONVERSATION };
  await requireFreeEmbedId(ctx, assistant.embedId);
  await requireRoomForOneMore(ctx, ownerId);
  const _id = await ctx.db.insert("assistants", { ...content, ownerId, published: false });
  await saveFirstVersion(ctx, _id, { ...content, ownerId });
  await attachKnowledgeFile(ctx, { _id, ownerId }, assistant.knowledgeFileId);
  const { voiceAssistantId } = assistant;
  if (voiceAssistantId !== undefined) {
    await claimVoiceAssistant(ctx, { _id, ownerId }, voiceAssistantId);
  }
  return _id;
}

/** Makes settings live. Changes that an owner makes go through `saveChanges` (drafts.ts). */
export async function saveAssistant(
  ctx: MutationCtx,
  assistant: Assistant,
  content: Content,
  restoredNumber?: number,
): Promise<void> {
  const saved = {
    ...validContent(content),
    // In another time zone, the day's usage counts for another day.
    ...(isZoneChanged(assistant, content) ? { visitorDay: undefined } : {}),
  };
  await attachKnowledgeFile(ctx, assistant, content.knowledgeFileId);
  await ctx.db.patch("assistants", assistant._id, saved);
  await saveVersion(ctx, assistant, saved, restoredNumber);
  await startSync(ctx, assistant);
  const { _id: assistantId, callsKeptDays = null } = assistant;
  if (callsKeptDays === (content.callsKeptDays ?? null)) return;
  await enqueueCleanup(ctx, { kind: "retention", assistantId, cursor: null });
}

/** Sends the assistant to the voice platform in the background. `voiceSync` has the result. */
export async function startSync(ctx: MutationCtx, { _id }: Pick<Assistant, "_id">): Promise<void> {
  await ctx.db.patch("assistants", _id, { voiceSync: { state: "pending" } });
  await enqueue(ctx, "voiceSync", [_id]);
}

/** The assistant's calls are kept, and stay counted. */
export async function removeAssistant(ctx: MutationCtx, assistant: Assistant): Promise<void> {
  await discardKnowledge(ctx, assistant);
  await discardActions(ctx, assistant._id);
  const copy = await findVoiceAssistantFor(ctx, assistant._id);
  if (copy !== null) await discardVoiceAssistant(ctx, copy);
  await cancel(ctx, "voiceSync", assistant._id);
  await deleteVersions(ctx, assistant._id);
  const { draftId = null } = assistant.review ?? {};
  if (draftId !== null) await ctx.db.delete("assistantDrafts", draftId);
  await ctx.db.delete("assistants", assistant._id);
}

export function toVoiceInput(assistant: Assistant): OwnedVoiceInput {
  const { _id, ownerId, knowledgeFileId: storageId, knowledgeFileName: name = "" } = assistant;
  const file = storageId === undefined ? null : { storageId, name };
  const settings = pick(assistant, Object.keys(voiceSettings) as (keyof VoiceSettings)[]);
  return { ...settings, talk: conversationOf(assistant), ownerId, assistantId: _id, file };
}

/** Checks all settings, and returns them as they are saved. */
export function validContent(content: Content): Content {
  return {
    ...content,
    ...validTexts(content),
    ...validFile(content),
    ...validSites(content),
    ...validFindings(content),
    ...validNotice(content),
    ...validConversation(content),
  };
}

export function validVoiceSettings(settings: VoiceSettings): VoiceSettings {
  return {
    ...settings,
    ...validTexts(settings),
    ...validFindings(settings),
    ...validConversation(settings),
  };
}

function isZoneChanged(assistant: Assistant, content: Content): boolean {
  return (
    content.talk !== undefined &&
    conversationOf(content).timeZone !== conversationOf(assistant).timeZone
  );
}

/** A file requires a name. `undefined` removes a field that had a value. */
function validFile({ knowledgeFileId, knowledgeFileName }: Content) {
  const isMissing = (knowledgeFileId === undefined) !== (knowledgeFileName === undefined);
  if (isMissing || (knowledgeFileName ?? "").length > MAX_FILE_NAME_LENGTH) {
    throw userError("knowledge_file_rejected", MESSAGES.knowledgeFileName);
  }
  return { knowledgeFileId, knowledgeFileName };
}

/** The embed id is all that a visitor needs, so it must not be guessable. */
async function requireFreeEmbedId(ctx: MutationCtx, embedId: string): Promise<void> {
  if (!UUID.test(embedId)) throw userError("embed_id_rejected", REFUSALS.embedIdInvalid);
  if ((await findByEmbedId(ctx, embedId)) !== null) {
    throw userError("embed_id_rejected", REFUSALS.embedIdTaken);
  }
}

async function requireRoomForOneMore(ctx: MutationCtx, ownerId: Id<"users">): Promise<void> {
  const assistants = await listOwnAssistants(ctx, ownerId);
  if (assistants.length >= MAX_ASSISTANTS_PER_OWNER) {
    throw userError("assistant_limit", REFUSALS.tooManyAssistants);
  }
}
