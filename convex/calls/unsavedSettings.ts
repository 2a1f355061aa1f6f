/**
 * Settings that an owner has typed and not saved. They apply to one test call or typed test conversation, which only the
 * assistant's owner can start.
 */
import { validate } from "convex-helpers/validators";
import { ConvexError, type Infer, v } from "convex/values";
import type { ActionCtx } from "../_generated/server";
import { validVoiceSettings } from "../assistants/assistants";
import { assistantContent, voiceSettings } from "../assistants/table";
import { transcriberSpec } from "../assistants/conversationSpec";
import { conversationSpec } from "../assistants/voiceAssistantSpec";
import { findActions, type OwnedVoiceInput } from "../assistants/voiceAssistants";
import { voiceConfig } from "../assistants/voiceConfig";
import { sentToolFor } from "../knowledge/assistantTool";
import type { UserError } from "../shared/errors";
import { languageFor } from "../shared/languages";
import { REFUSALS } from "../shared/messages";

export const unsavedSettings = v.object({
  ...voiceSettings,
  recordsCalls: assistantContent.recordsCalls,
});
export type UnsavedSettings = Infer<typeof unsavedSettings>;

export type ReadSettings =
  | { kind: "none" }
  | { kind: "read"; settings: UnsavedSettings }
  | { kind: "refused"; reason: string };

/** Checks them like settings that are saved. */
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

/**
 * The overrides of the call or the platform's session. The knowledge file is the saved one. With `clearsLanguage` the saved
 * assistant has a language and the unsaved settings have none. Without a transcriber in the call, the platform would keep the
 * saved one.
 */
export async function overridesFor(
  ctx: ActionCtx,
  { ownerId, assistantId, file, ...settings }: OwnedVoiceInput,
  { clearsLanguage = false } = {},
): Promise<object> {
  const tool = await sentToolFor(ctx, { ownerId, assistantId, file });
  const actions = await findActions(ctx, assistantId);
  return {
    ...conversationSpec(settings, { ...voiceConfig(), tool, actions }),
    ...(clearsLanguage ? transcriberSpec({ language: languageFor(null).id }) : {}),
  };
}
