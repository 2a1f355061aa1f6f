import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import type { ActionForModel } from "../assistantActions/actions";
import { sendKnowledge } from "../knowledge/assistantTool";
import { namedFile } from "../knowledge/fileTool";
import { internalMutation } from "../lib/internalFunctions";
import { countOwnerRequest } from "../lib/rateLimits";
import { userError } from "../lib/userError";
import { MESSAGES, REFUSALS } from "../shared/messages";
import { VoicePlatformError } from "../vendors/vapiAnswers";
import type { KnowledgeTool } from "../vendors/vapi";
import { vapi } from "../vendors/vapiClient";
import { scheduleVendorDeletion, scheduleOrphanCheck } from "../vendors/vendorDeletion";
import { specDigest } from "./specDigest";
import { voiceSettings } from "./table";
import { voiceAssistantSpec } from "./voiceAssistantSpec";
import { voiceConfig } from "./voiceConfig";
import {
  findOrCreateReportAuth,
  isCredentialRefused,
  type ReportAuth,
  secretInHeaders,
} from "./voiceCredential";

/** The spec that is sent to the platform, and its digest (specDigest.ts). */
export type SentSpec = { spec: object; digest: string };
export const ownedVoiceInput = v.object({
  ...voiceSettings,
  ownerId: v.id("users"),
  /** Null for a form that is not saved yet. */
  assistantId: v.union(v.id("assistants"), v.null()),
  file: v.union(namedFile, v.null()),
});
export type OwnedVoiceInput = Infer<typeof ownedVoiceInput>;

/** Creates an assistant at the platform for a form that is not submitted yet. Submitting the form claims it. */
export async function createVoiceAssistant(
  ctx: ActionCtx,
  spoken: OwnedVoiceInput,
): Promise<string> {
  const ownership = { ownerId: spoken.ownerId, assistantId: null };
  const { tool } = await sendKnowledge(ctx, spoken);
  const platformId = await withCredentialFallback(ctx, spoken, tool, (sent) =>
    makeVoiceAssistant(ctx, sent, ownership),
  );
  if (platformId === null) throw userError("not_signed_in", MESSAGES.notSignedIn);
  return platformId;
}

/**
 * Creates an assistant at the voice platform. A row with its owner is inserted first, and the platform gets the row's id,
 * so that the assistant can be found if the response is lost. Null if the account or the assistant was deleted.
 */
export async function makeVoiceAssistant(
  ctx: ActionCtx,
  { spec, digest }: SentSpec,
  ownership: { ownerId: Id<"users">; assistantId: Id<"assistants"> | null },
): Promise<string | null> {
  const madeId = await ctx.runMutation(
    internal.assistants.voiceAssistants.beginVoiceAssistant,
    ownership,
  );
  if (madeId === null) return null;
  let platformId: string;
  try {
    platformId = await vapi().createAssistant(spec, madeId);
  } catch (error) {
    if (error instanceof VoicePlatformError && error.isRefusal) {
      await ctx.runMutation(internal.assistants.voiceAssistants.forgetVoiceAssistant, { madeId });
    }
    throw error;
  }
  const isNeeded = await ctx.runMutation(internal.assistants.voiceAssistants.recordVoiceAssistant, {
    madeId,
    platformId,
    specDigest: digest,
  });
  return isNeeded ? platformId : null;
}

/** Logs the platform's error, and tells the owner only that the platform failed. */
export async function asPlatformError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof VoicePlatformError)) throw error;
    console.error(error.message);
    throw userError("voice_platform_failed", MESSAGES.voicePlatformFailed);
  }
}

/** Sends an assistant's spec. If the platform refuses our credential, sends it again without. */
export async function withCredentialFallback<T>(
  ctx: ActionCtx,
  { ownerId: _owner, assistantId, file: _file, ...assistant }: OwnedVoiceInput,
  tool: KnowledgeTool | null,
  send: (sent: SentSpec) => Promise<T>,
): Promise<T> {
  const reportAuth = await findOrCreateReportAuth(ctx);
  const digest = await specDigest();
  const actions = await findActions(ctx, assistantId);
  const config = { tool, actions, ...voiceConfig() };
  const specWith = (usedAuth: ReportAuth) => ({
    spec: voiceAssistantSpec(assistant, { ...config, reportAuth: usedAuth }),
    digest,
  });
  try {
    return await send(specWith(reportAuth));
  } catch (error) {
    if (reportAuth.kind !== "credential" || !isCredentialRefused(error)) throw error;
    const { credentialId } = reportAuth;
    await ctx.runMutation(internal.assistants.voiceCredential.forgetCredential, { credentialId });
    return await send(specWith(secretInHeaders()));
  }
}

/** A form that is not saved yet has none. */
export async function findActions(
  ctx: ActionCtx,
  assistantId: Id<"assistants"> | null,
): Promise<ActionForModel[]> {
  if (assistantId === null) return [];
  return await ctx.runQuery(internal.assistantActions.actions.forModel, { assistantId });
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

/** An owner can claim only voice assistants that were created for them, and each for only one assistant. */
export async function claimVoiceAssistant(
  ctx: MutationCtx,
  assistant: Pick<Doc<"assistants">, "_id" | "ownerId">,
  platformId: string,
): Promise<void> {
  const made = await findVoiceAssistant(ctx, platformId);
  const isFree = made?.assistantId === null || made?.assistantId === assistant._id;
  if (made?.ownerId !== assistant.ownerId || !isFree) {
    throw userError("not_yours", REFUSALS.voiceAssistantUnknown);
  }
  await ctx.db.patch("voiceAssistants", made._id, { assistantId: assistant._id });
}

/** Deletes the row, and enqueues the deletion of what the platform created or may have created. */
export async function discardVoiceAssistant(
  ctx: MutationCtx,
  { _id, _creationTime, platformId }: Doc<"voiceAssistants">,
): Promise<void> {
  if (platformId === null) await scheduleOrphanCheck(ctx, "assistant", _id, _creationTime);
  else await scheduleVendorDeletion(ctx, "assistant", [platformId]);
  await ctx.db.delete("voiceAssistants", _id);
}

/** An assistant has at most one copy at the platform. */
export async function findVoiceAssistantFor(
  ctx: QueryCtx,
  assistantId: Id<"assistants">,
): Promise<Doc<"voiceAssistants"> | null> {
  return await ctx.db
    .query("voiceAssistants")
    .withIndex("by_assistant", (q) => q.eq("assistantId", assistantId))
    .unique();
}

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

/** Null if the account or the assistant was deleted. Discards the assistant's previous copy. */
export const beginVoiceAssistant = internalMutation({
  args: { ownerId: v.id("users"), assistantId: v.union(v.id("assistants"), v.null()) },
  returns: v.union(v.id("voiceAssistants"), v.null()),
  handler: async (ctx, ownership) => {
    const { ownerId, assistantId } = ownership;
    if ((await ctx.db.get("users", ownerId)) === null) return null;
    if (assistantId !== null) {
      if ((await ctx.db.get("assistants", assistantId)) === null) return null;
      const previous = await findVoiceAssistantFor(ctx, assistantId);
      if (previous !== null) await discardVoiceAssistant(ctx, previous);
    }
    return await ctx.db.insert("voiceAssistants", { ...ownership, platformId: null });
  },
});

/** Called when the platform refused to create it. */
export const forgetVoiceAssistant = internalMutation({
  args: { madeId: v.id("voiceAssistants") },
  returns: v.null(),
  handler: async (ctx, { madeId }) => {
    const made = await ctx.db.get("voiceAssistants", madeId);
    if (made !== null) await ctx.db.delete("voiceAssistants", madeId);
    return null;
  },
});

/** False if it is no longer needed. It is then deleted at the platform. */
export const recordVoiceAssistant = internalMutation({
  args: {
    madeId: v.id("voiceAssistants"),
    platformId: v.string(),
    specDigest: v.optional(v.string()),
  },
  returns: v.boolean(),
  handler: async (ctx, { madeId, platformId, specDigest }) => {
    const made = await ctx.db.get("voiceAssistants", madeId);
    if (made === null) {
      await scheduleVendorDeletion(ctx, "assistant", [platformId]);
      return false;
    }
    await ctx.db.patch("voiceAssistants", madeId, { platformId, specDigest });
    if (made.assistantId !== null) {
      await ctx.db.patch("assistants", made.assistantId, { voiceAssistantId: platformId });
    }
    return true;
  },
});
