/** The settings that a rehearsal is about: the draft, if there is one, and otherwise what is saved. */
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { actionsForModel } from "../assistantActions/actions";
import { toVoiceInput } from "../assistants/assistants";
import { conversationOf } from "../assistants/conversation";
import { conversationVariables } from "../assistants/conversationSpec";
import { draftOf, edited } from "../assistants/drafts";
import { openingHoursText } from "../assistants/openingHoursSpec";
import { ownedVoiceInput, type OwnedVoiceInput } from "../assistants/voiceAssistants";
import { noteTextsOf } from "../knowledge/notes";
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

export const rehearsedInputFields = {
  input: ownedVoiceInput,
  variableValues: v.record(v.string(), v.string()),
  toolNames: v.array(v.string()),
};
export const rehearsedInputs = v.object(rehearsedInputFields);
export type RehearsedInput = Infer<typeof rehearsedInputs>;

/** What the platform needs to rehearse these settings, with today's notes and opening hours. */
export async function rehearsedInput(
  ctx: QueryCtx,
  assistant: Doc<"assistants">,
  input: OwnedVoiceInput,
): Promise<RehearsedInput> {
  const talk = conversationOf({ ...assistant, ...input });
  const { variableValues = {} } = conversationVariables(
    {
      tellsPage: talk.tellsPage,
      notes: await noteTextsOf(ctx, assistant._id),
      openingHours: openingHoursText(talk, Date.now()),
    },
    null,
  );
  const actions = await actionsForModel(ctx, assistant._id);
  return { input, variableValues, toolNames: actions.map(({ toolName }) => toolName) };
}
