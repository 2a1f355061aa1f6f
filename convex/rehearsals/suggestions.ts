/** What the platform suggests: situations to rehearse, and what to change in the prompt after a failure. */
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { requireOwnAssistant } from "../assistants/assistants";
import { asPlatformError } from "../assistants/voiceAssistants";
import { internalMutation } from "../lib/internalFunctions";
import { requireOwnerDoc } from "../lib/owner";
import { countOwnerRequest } from "../lib/rateLimits";
import { userError } from "../lib/userError";
import { TEXT_LIMITS } from "../shared/limits";
import { MAX_ADDED_AT_ONCE, REHEARSAL_LENGTHS, REHEARSAL_REFUSALS } from "../shared/rehearsals";
import { beginningOf } from "../shared/wellFormed";
import { vapi } from "../vendors/vapiClient";
import { requireOwnRehearsal, resultOf } from "./rehearsals";
import { settingsToRehearse } from "./settings";

/** A changed prompt. Null if the platform suggests no change of it, or one that does not fit. */
export const proposal = v.object({
  analysis: v.string(),
  before: v.string(),
  prompt: v.union(v.string(), v.null()),
});

type Asked = { ownerId: Id<"users"> };

export async function suggestSituations(
  ctx: ActionCtx,
  { ownerId, assistantId }: Asked & { assistantId: Id<"assistants"> },
): Promise<string[]> {
  const asked = { ownerId, assistantId };
  const platformId = await ctx.runMutation(internal.rehearsals.suggestions.admit, asked);
  const found = await asPlatformError(vapi().suggestScenarios(platformId));
  const situations = found.map(({ instructions }) =>
    beginningOf(instructions, REHEARSAL_LENGTHS.situation),
  );
  return [...new Set(situations)].slice(0, MAX_ADDED_AT_ONCE);
}

export async function proposeChange(
  ctx: ActionCtx,
  { ownerId, rehearsalId }: Asked & { rehearsalId: Id<"rehearsals"> },
): Promise<Infer<typeof proposal>> {
  const asked = { ownerId, rehearsalId };
  const {
    runId,
    itemId,
    prompt: before,
  } = await ctx.runMutation(internal.rehearsals.suggestions.admitFailed, asked);
  const { analysis, suggestions } = await asPlatformError(vapi().improvementsFor(runId, itemId));
  const prompt = [before, ...suggestions].join("\n\n");
  const isChanged = suggestions.length > 0 && prompt.length <= TEXT_LIMITS.systemPrompt;
  return { analysis, before, prompt: isChanged ? prompt : null };
}

/** Returns the assistant's id at the platform. */
export const admit = internalMutation({
  args: { ownerId: v.id("users"), assistantId: v.id("assistants") },
  returns: v.string(),
  handler: async (ctx, { ownerId, assistantId }) => {
    const owner = await requireOwnerDoc(ctx, ownerId);
    await countOwnerRequest(ctx, "rehearsalSuggestions", ownerId);
    const { voiceAssistantId } = await requireOwnAssistant({ ...ctx, owner }, assistantId);
    if (voiceAssistantId === undefined) {
      throw userError("voice_platform_failed", REHEARSAL_REFUSALS.notReady);
    }
    return voiceAssistantId;
  },
});

export const admitFailed = internalMutation({
  args: { ownerId: v.id("users"), rehearsalId: v.id("rehearsals") },
  returns: v.object({ runId: v.string(), itemId: v.string(), prompt: v.string() }),
  handler: async (ctx, { ownerId, rehearsalId }) => {
    const owner = await requireOwnerDoc(ctx, ownerId);
    await countOwnerRequest(ctx, "rehearsalSuggestions", ownerId);
    const { assistantId } = await requireOwnRehearsal({ ...ctx, owner }, rehearsalId);
    const result = await resultOf(ctx, rehearsalId);
    if (result?.state !== "failed" || result.platform === null) {
      throw userError("invalid_input", REHEARSAL_REFUSALS.notFailed);
    }
    const assistant = await requireOwnAssistant({ ...ctx, owner }, assistantId);
    const { input } = await settingsToRehearse(ctx, assistant);
    return { ...result.platform, prompt: input.systemPrompt };
  },
});
