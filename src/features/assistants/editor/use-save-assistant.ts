import { useAction, useMutation } from "convex/react";
import { useLocation } from "react-router-dom";
import { assistantPathFor } from "../../../lib/routes";
import { toast, type Toast } from "../../../lib/toast";
import { api } from "../../../../convex/_generated/api";
import type { Doc, Id } from "../../../../convex/_generated/dataModel";
import { waitsForReview } from "../../../../convex/shared/drafts";
import { MESSAGES } from "../../../../convex/shared/messages";
import { reasonOf } from "../../../lib/error-reason";
import {
  changesIn,
  isFilledIn,
  tidiedValues,
  valuesOf,
  voiceServiceSettings,
  type AssistantValues,
  type Knowledge,
  type Settings,
} from "../settings";
import { problemWith } from "./knowledge-file";
import { SAVING, WEBSITE_TEMPLATE } from "./texts";
import { uploadFile, UploadError } from "./upload-file";

type AttachedFile = { knowledgeFileId?: Id<"_storage">; knowledgeFileName?: string };
type ToastDetails = Pick<Toast, "link" | "description">;
type Toasts = { failed: string; voiceFailed: string; saved: string };

/** Resolves to whether the assistant was saved. Shows a toast either way. `before` is what the form showed at first. */
export type Save = (values: AssistantValues, before: AssistantValues) => Promise<boolean>;

const CREATING: Toasts = {
  failed: SAVING.createFailed,
  voiceFailed: MESSAGES.createVoiceAssistantFailed,
  saved: MESSAGES.assistantCreated,
};
const UPDATING: Toasts = {
  failed: SAVING.updateFailed,
  voiceFailed: MESSAGES.updateVoiceAssistantFailed,
  saved: MESSAGES.assistantUpdated,
};

/** `website` is read once the assistant exists. */
export function useCreateAssistant(website: string | null): Save {
  const createVoiceAssistant = useVoiceAssistant();
  const createAssistant = useMutation(api.assistants.createAssistant);
  const addWebsite = useMutation(api.websites.addWebsite);
  const attach = useAttachedFile();

  /** The assistant exists by now, so a failure is only shown. */
  async function readWebsite(assistantId: Id<"assistants">, address: string): Promise<void> {
    try {
      await addWebsite({ assistantId, address, readsAll: true });
    } catch (error) {
      toast.error(WEBSITE_TEMPLATE.notRead, { description: reasonOf(error) });
    }
  }

  return (values) =>
    trySaving(values, CREATING, async ({ knowledge, ...settings }) => {
      const file = await attach(knowledge);
      const voiceAssistantId = await createVoiceAssistant(settings, file);
      const embedId = crypto.randomUUID();
      const id = await createAssistant({ ...settings, ...file, embedId, voiceAssistantId });
      if (website !== null) await readWebsite(id, website);
      return { link: { label: SAVING.openPage, path: assistantPathFor(id) } };
    });
}

export function useUpdateAssistant(assistant: Doc<"assistants">): Save {
  const createVoiceAssistant = useVoiceAssistant();
  const updateAssistant = useMutation(api.assistants.updateAssistant);
  const { pathname } = useLocation();
  const attach = useAttachedFile();

  // Settings that were saved elsewhere since the form opened stay as they are.
  return (values, before) =>
    trySaving({ ...valuesOf(assistant), ...changesIn(values, before) }, UPDATING, async (saved) => {
      const { knowledge, ...settings } = saved;
      const file = await attach(knowledge);
      // An existing voice assistant without a new file is changed by the update itself.
      if (assistant.voiceAssistantId === undefined || knowledge.kind === "chosen") {
        await createVoiceAssistant(settings, file);
      }
      await updateAssistant({ assistantId: assistant._id, ...settings, ...file });
      const path = assistantPathFor(assistant._id);
      const isOnPage = pathname.startsWith(path);
      const isFileOnly = Object.keys(changesIn(values, before)).every((one) => one === "knowledge");
      const isLive = isFileOnly || !waitsForReview(assistant);
      const label = isLive ? SAVING.openPage : SAVING.openToReview;
      return {
        ...(isOnPage ? {} : { link: { label, path } }),
        ...(isLive ? {} : { description: SAVING.notLive }),
      };
    });
}

async function trySaving(
  values: AssistantValues,
  { failed, voiceFailed, saved }: Toasts,
  send: (values: AssistantValues) => Promise<ToastDetails>,
): Promise<boolean> {
  const tidied = tidiedValues(values);
  const problem = problemWithValues(tidied);
  if (problem !== null) {
    toast.error(problem);
    return false;
  }
  let details: ToastDetails;
  try {
    details = await send(tidied);
  } catch (error) {
    if (error instanceof VoiceError) {
      toast.error(voiceFailed, { description: reasonOf(error.cause) });
    } else {
      const reason = error instanceof UploadError ? error.message : reasonOf(error);
      toast.error(`${failed} ${reason}`);
    }
    return false;
  }
  toast.success(saved, details.link, details);
  return true;
}

function problemWithValues(values: AssistantValues): string | null {
  if (!isFilledIn(values)) return MESSAGES.fillInAssistant;
  return values.knowledge.kind === "chosen" ? problemWith(values.knowledge.file) : null;
}

class VoiceError extends Error {
  override name = "VoiceError";
}

function useVoiceAssistant() {
  const createVoiceAssistant = useAction(api.assistants.createVoiceAssistant);

  return async (settings: Settings, file: AttachedFile): Promise<string> => {
    try {
      return await createVoiceAssistant({ ...voiceServiceSettings(settings), ...file });
    } catch (error) {
      throw new VoiceError("The voice assistant was not created", { cause: error });
    }
  };
}

function useAttachedFile() {
  const generateUploadUrl = useMutation(api.assistants.generateUploadUrl);

  return async (knowledge: Knowledge): Promise<AttachedFile> => {
    switch (knowledge.kind) {
      case "none":
        return {};
      case "saved":
        return { knowledgeFileId: knowledge.fileId, knowledgeFileName: knowledge.name };
      case "chosen": {
        const knowledgeFileId = await uploadFile(await generateUploadUrl(), knowledge.file);
        return { knowledgeFileId, knowledgeFileName: knowledge.file.name };
      }
      default:
        return knowledge satisfies never;
    }
  };
}
