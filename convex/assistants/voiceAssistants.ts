import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import { knowledgeToolFor, type NamedFile } from "../knowledge/tool";
import { internalMutation } from "../lib/internalFunctions";
import { countOwnerRequest } from "../lib/rateLimits";
import { userError } from "../lib/userError";
import { MESSAGES, REFUSALS } from "../shared/messages";
import { VoicePlatformError } from "../vendors/vapiAnswers";
import { vapi } from "../vendors/vapiClient";
import { scheduleVendorDeletion, scheduleOrphanCheck } from "../vendors/vendorDeletion";
import { specDigest } from "./specDigest";
import type { VoiceSettings } from "./table";
import { voiceAssistantSpec } from "./voiceAssistantSpec";
import { voiceConfig } from "./voiceConfig";
import {
  findOrCreateReportAuth,
  isCredentialRefused,
  type ReportAuth,
  secretInHeaders,
} from "./voiceCredential";

/** An assistant as the platform is sent it, and the digest of what made it so. */
export type SentSpec = { spec: object; print: string };
export type OwnedVoiceInput = VoiceSettings & { ownerId: Id<"users">; file: NamedFile | null };

/** Creates an assistant for a form that is not sent yet: whoever sends it claims what was made. */
export async function createVoiceAssistant(
  ctx: ActionCtx,
  spoken: OwnedVoiceInput,
): Promise<string> {
  const whose = { ownerId: spoken.ownerId, assistantId: null };
  const platformId = await withCredentialFallback(ctx, spoken, (sent) =>
    makeVoiceAssistant(ctx, sent, whose),
  );
  if (platformId === null) throw userError("not_signed_in", MESSAGES.notSignedIn);
  return platformId;
}

/**
 * Creates an assistant at the voice platform and remembers whose it is. That it is being made is
 * written down first, and the platform is given that row's id: without an answer, the id finds it
 * again. Null when the account or the assistant that it was for is gone by now.
 */
export async function makeVoiceAssistant(
  ctx: ActionCtx,
  { spec, print }: SentSpec,
  whose: { ownerId: Id<"users">; assistantId: Id<"assistants"> | null },
): Promise<string | null> {
  const madeId = await ctx.runMutation(
    internal.assistants.voiceAssistants.beginVoiceAssistant,
    whose,
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
  const isKept = await ctx.runMutation(internal.assistants.voiceAssistants.recordVoiceAssistant, {
    madeId,
    platformId,
    specDigest: print,
  });
  return isKept ? platformId : null;
}

/** What the platform answered is for us to know; the owner reads that it was the platform. */
export async function asPlatformError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof VoicePlatformError)) throw error;
    console.error(error.message);
    throw userError("voice_platform_failed", MESSAGES.voicePlatformFailed);
  }
}

/** Sends an assistant as the platform is told it; again without our credential, if that is refused. */
export async function withCredentialFallback<T>(
  ctx: ActionCtx,
  { ownerId, file, ...assistant }: OwnedVoiceInput,
  send: (sent: SentSpec) => Promise<T>,
): Promise<T> {
  const tool = file === null ? null : await knowledgeToolFor(ctx, ownerId, file);
  const reportAuth = await findOrCreateReportAuth(ctx);
  const print = await specDigest();
  const specWith = (usedAuth: ReportAuth) => ({
    spec: voiceAssistantSpec(assistant, { tool, reportAuth: usedAuth, ...voiceConfig() }),
    print,
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
    throw userError("not_yours", REFUSALS.voiceAssistantUnknown);
  }
  await ctx.db.patch("voiceAssistants", made._id, { assistantId: assistant._id });
}

/** Forgets it here, and has deleted what the platform made or may have made. */
export async function discardVoiceAssistant(
  ctx: MutationCtx,
  { _id, _creationTime, platformId }: Doc<"voiceAssistants">,
): Promise<void> {
  if (platformId === null) await scheduleOrphanCheck(ctx, "assistant", _id, _creationTime);
  else await scheduleVendorDeletion(ctx, "assistant", [platformId]);
  await ctx.db.delete("voiceAssistants", _id);
}

/** An assistant has one; another that it is given takes its place. */
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
  handler: async (ctx, whose) => {
    const { ownerId, assistantId } = whose;
    if ((await ctx.db.get("users", ownerId)) === null) return null;
    if (assistantId !== null) {
      if ((await ctx.db.get("assistants", assistantId)) === null) return null;
      const before = await findVoiceAssistantFor(ctx, assistantId);
      if (before !== null) await discardVoiceAssistant(ctx, before);
    }
    return await ctx.db.insert("voiceAssistants", { ...whose, platformId: null });
  },
});

/** The platform refused it, so there is nothing to look for. */
export const forgetVoiceAssistant = internalMutation({
  args: { madeId: v.id("voiceAssistants") },
  returns: v.null(),
  handler: async (ctx, { madeId }) => {
    const made = await ctx.db.get("voiceAssistants", madeId);
    if (made !== null) await ctx.db.delete("voiceAssistants", madeId);
    return null;
  },
});

/** False if it is no longer needed; it is then deleted at the platform. */
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
