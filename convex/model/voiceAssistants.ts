import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import { MESSAGES } from "../catalog/messages";
import type { VoicePlatform } from "../platforms/vapi";
import { VoicePlatformError } from "../platforms/vapiAnswers";
import { checkedExtension } from "./knowledgeFiles";
import { isWhatItSays } from "./knowledgeContent";
import { addLeftovers } from "./leftovers";
import { userError } from "./userError";
import {
  KNOWLEDGE_TOOL_NAME,
  voiceAssistantSpec,
  type SpokenAssistant,
} from "./voiceAssistantSpec";
import { ourVoicePlatform, voiceSurroundings } from "./voicePlatform";

type File = { storageId: Id<"_storage">; name: string };

export type Spoken = SpokenAssistant & { ownerId: Id<"users">; file: File | null };

/** Creates an assistant at the voice platform and remembers whose it is. */
export async function createVoiceAssistant(ctx: ActionCtx, spoken: Spoken): Promise<string> {
  const platform = ourVoicePlatform();
  const platformId = await platform.createAssistant(await specOf(ctx, platform, spoken));
  const { ownerId } = spoken;
  await ctx.runMutation(internal.voice.recordVoiceAssistant, { ownerId, platformId });
  return platformId;
}

/** Tells the platform what was saved. Null when it failed, which is for the owner to see. */
export async function tryToUpdate(
  ctx: ActionCtx,
  spoken: Spoken,
  platformId: string | null,
): Promise<string | null> {
  try {
    return await updateVoiceAssistant(ctx, spoken, platformId);
  } catch (error) {
    console.error(String(error));
    return null;
  }
}

/** An assistant that the platform has lost is created anew. */
async function updateVoiceAssistant(
  ctx: ActionCtx,
  spoken: Spoken,
  platformId: string | null,
): Promise<string> {
  if (platformId === null) return await createVoiceAssistant(ctx, spoken);
  const platform = ourVoicePlatform();
  const spec = await specOf(ctx, platform, spoken);
  if (await platform.updateAssistant(platformId, spec)) return platformId;
  return await createVoiceAssistant(ctx, spoken);
}

/** What the platform answered is for us to know; the owner reads that it was the platform. */
export async function sayingWhoFailed<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof VoicePlatformError)) throw error;
    console.error(error.message);
    throw userError("voice_platform_failed", MESSAGES.voicePlatformFailed);
  }
}

async function specOf(
  ctx: ActionCtx,
  platform: VoicePlatform,
  { ownerId, file, ...assistant }: Spoken,
) {
  const toolId = file === null ? null : await knowledgeTool(ctx, platform, ownerId, file);
  return voiceAssistantSpec(assistant, { toolId, ...voiceSurroundings() });
}

/** Uploads a file once, however many assistants come to use it. */
async function knowledgeTool(
  ctx: ActionCtx,
  platform: VoicePlatform,
  ownerId: Id<"users">,
  { storageId, name }: File,
): Promise<string> {
  const known = await ctx.runQuery(internal.voice.findKnowledgeFile, { ownerId, storageId });
  if (known?.platformToolId !== undefined) return known.platformToolId;
  const content = await ctx.storage.get(storageId);
  if (content === null) throw userError("knowledge_file_rejected", MESSAGES.knowledgeFileGone);
  const extension = checkedExtension(name, content.size);
  if (!isWhatItSays(extension, new Uint8Array(await content.arrayBuffer()))) {
    throw userError("knowledge_file_rejected", MESSAGES.knowledgeFileUnlike);
  }
  await ctx.runMutation(internal.voice.recordKnowledgeFile, { ownerId, storageId, name });
  const platformFileId = await platform.uploadFile(content, name);
  const platformToolId = await platform.createKnowledgeTool(KNOWLEDGE_TOOL_NAME, platformFileId);
  return await ctx.runMutation(internal.voice.recordKnowledgeTool, {
    storageId,
    platformFileId,
    platformToolId,
  });
}

export async function findVoiceAssistant(
  ctx: QueryCtx,
  platformId: string,
): Promise<Doc<"voiceAssistants"> | null> {
  return await ctx.db
    .query("voiceAssistants")
    .withIndex("by_platform_id", (q) => q.eq("platformId", platformId))
    .unique();
}

/** An owner can use only voice assistants made for that owner, and each for one assistant. */
export async function claimVoiceAssistant(
  ctx: MutationCtx,
  assistant: Pick<Doc<"assistants">, "_id" | "ownerId">,
  platformId: string,
): Promise<void> {
  const made = await findVoiceAssistant(ctx, platformId);
  const isFree = made?.assistantId === null || made?.assistantId === assistant._id;
  if (made?.ownerId !== assistant.ownerId || !isFree) {
    throw userError("not_yours", MESSAGES.voiceAssistantUnknown);
  }
  await ctx.db.patch("voiceAssistants", made._id, { assistantId: assistant._id });
}

export async function discardVoiceAssistant(
  ctx: MutationCtx,
  made: Doc<"voiceAssistants">,
): Promise<void> {
  await addLeftovers(ctx, "assistant", [made.platformId]);
  await ctx.db.delete("voiceAssistants", made._id);
}
