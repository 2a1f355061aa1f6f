/** The settings that a rehearsal is about: the draft, if there is one, and otherwise what is saved. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { toVoiceInput } from "../assistants/assistants";
import { draftOf, edited } from "../assistants/drafts";
import type { OwnedVoiceInput } from "../assistants/voiceAssistants";
import { digestOfText } from "../lib/bytes";

export interface RehearsedSettings {
  draftId: Id<"assistantDrafts"> | null;
  input: OwnedVoiceInput;
  /** Knowledge, notes and actions are not part of it: they are live at once, and change every day. */
  digest: string;
}

export async function settingsToRehearse(
  ctx: QueryCtx,
  assistant: Doc<"assistants">,
): Promise<RehearsedSettings> {
  const draft = await draftOf(ctx, assistant);
  const input = toVoiceInput(draft === null ? assistant : edited(assistant, draft.content));
  const { file: _, ...settings } = input;
  const digest = await digestOfText(JSON.stringify(settings));
  return { draftId: draft?._id ?? null, input, digest };
}
