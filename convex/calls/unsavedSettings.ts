/** A test call with what stands in the form and is not saved: only its owner can send that, and only for that one call. */
import { validate } from "convex-helpers/validators";
import { ConvexError, type Infer, v } from "convex/values";
import type { ActionCtx } from "../_generated/server";
import { validVoiceSettings } from "../assistants/assistants";
import { assistantContent, voiceSettings } from "../assistants/table";
import { conversationSpec } from "../assistants/voiceAssistantSpec";
import type { OwnedVoiceInput } from "../assistants/voiceAssistants";
import { voiceConfig } from "../assistants/voiceConfig";
import { knowledgeToolFor } from "../knowledge/tool";
import type { UserError } from "../shared/errors";
import { REFUSALS } from "../shared/messages";

export const unsavedSettings = v.object({
  ...voiceSettings,
  recordsCalls: assistantContent.recordsCalls,
});
/** The same for the voice platform, with the saved knowledge file. */
export const unsavedInput = v.object({
  ...voiceSettings,
  ownerId: v.id("users"),
  file: v.union(v.object({ storageId: v.id("_storage"), name: v.string() }), v.null()),
});
export type UnsavedSettings = Infer<typeof unsavedSettings>;

export type ReadSettings =
  | { kind: "none" }
  | { kind: "read"; settings: UnsavedSettings }
  | { kind: "refused"; reason: string };

/** Goes by the rules of saving. */
export function readUnsavedSettings(given: unknown): ReadSettings {
  if (given === undefined || given === null) return { kind: "none" };
  if (!validate(unsavedSettings, given)) {
    return { kind: "refused", reason: REFUSALS.unsavedSettingsInvalid };
  }
  try {
    return { kind: "read", settings: { ...given, ...validVoiceSettings(given) } };
  } catch (error) {
    if (!(error instanceof ConvexError)) throw error;
    return { kind: "refused", reason: (error.data as UserError).message };
  }
}

/** What the call is given in place of the assistant's own. The knowledge file is the saved one. */
export async function overridesFor(
  ctx: ActionCtx,
  { ownerId, file, ...settings }: OwnedVoiceInput,
): Promise<object> {
  const tool = file === null ? null : await knowledgeToolFor(ctx, ownerId, file);
  return conversationSpec(settings, { tool, voiceIds: voiceConfig().voiceIds });
}
