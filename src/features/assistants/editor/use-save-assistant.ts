import { useAction, useMutation } from "convex/react";
import { toast } from "../../../lib/toast";
import { api } from "../../../../convex/_generated/api";
import type { Doc, Id } from "../../../../convex/_generated/dataModel";
import { MESSAGES } from "../../../../convex/catalog/messages";
import { reasonOf } from "../../../lib/error-reason";
import { isFilledIn, trimmed, type AssistantValues, type Knowledge } from "./assistant-values";
import { objectionTo } from "./knowledge-file";
import { uploadFile, UploadError } from "./upload-file";

type AttachedFile = { knowledgeFileId?: Id<"_storage">; knowledgeFileName?: string };
type Wording = { failed: string; voiceFailed: string; saved: string };

/** Answers whether it was saved; why it was not has been said by then. */
export type Save = (values: AssistantValues) => Promise<boolean>;

const CREATING: Wording = {
  failed: "Failed to create assistant.",
  voiceFailed: MESSAGES.createVoiceAssistantFailed,
  saved: MESSAGES.assistantCreated,
};
const UPDATING: Wording = {
  failed: "Failed to update assistant.",
  voiceFailed: MESSAGES.updateVoiceAssistantFailed,
  saved: MESSAGES.assistantUpdated,
};

export function useCreateAssistant(): Save {
  const createVoiceAssistant = useVoiceAssistant();
  const createAssistant = useMutation(api.assistants.createAssistant);
  const attach = useAttachedFile();

  return (values) =>
    saving(values, CREATING, async ({ knowledge, ...content }) => {
      const file = await attach(knowledge);
      const voiceAssistantId = await createVoiceAssistant({ ...content, ...file });
      const embedId = crypto.randomUUID();
      await createAssistant({ ...content, ...file, embedId, voiceAssistantId });
    });
}

export function useUpdateAssistant(assistant: Doc<"assistants">): Save {
  const createVoiceAssistant = useVoiceAssistant();
  const updateAssistant = useMutation(api.assistants.updateAssistant);
  const attach = useAttachedFile();

  return (values) =>
    saving(values, UPDATING, async ({ knowledge, ...content }) => {
      const file = await attach(knowledge);
      // What the platform has already is told of the change by the update itself.
      if (assistant.voiceAssistantId === undefined || knowledge.kind === "chosen") {
        await createVoiceAssistant({ ...content, ...file });
      }
      await updateAssistant({ assistantId: assistant._id, ...content, ...file });
    });
}

async function saving(
  values: AssistantValues,
  { failed, voiceFailed, saved }: Wording,
  send: (values: AssistantValues) => Promise<void>,
): Promise<boolean> {
  const ready = trimmed(values);
  const objection = objectionToValues(ready);
  if (objection !== null) {
    toast.error(objection);
    return false;
  }
  try {
    await send(ready);
  } catch (error) {
    if (error instanceof VoiceError) {
      toast.error(voiceFailed, { description: reasonOf(error.cause) });
    } else {
      const reason = error instanceof UploadError ? error.message : reasonOf(error);
      toast.error(`${failed} ${reason}`);
    }
    return false;
  }
  toast.success(saved);
  return true;
}

function objectionToValues(values: AssistantValues): string | null {
  if (!isFilledIn(values)) return MESSAGES.fillInAssistant;
  return values.knowledge.kind === "chosen" ? objectionTo(values.knowledge.file) : null;
}

class VoiceError extends Error {
  override name = "VoiceError";
}

function useVoiceAssistant() {
  const createVoiceAssistant = useAction(api.assistants.createVoiceAssistant);

  return async (content: Omit<AssistantValues, "knowledge"> & AttachedFile): Promise<string> => {
    const { name, systemPrompt, voice, assistantGoal, ...rest } = content;
    const { knowledgeFileId, knowledgeFileName, findings, successWords, talk } = rest;
    const file = knowledgeFileId === undefined ? {} : { knowledgeFileId, knowledgeFileName };
    try {
      const texts = { name, systemPrompt, voice, assistantGoal, findings, successWords, talk };
      return await createVoiceAssistant({ ...texts, ...file });
    } catch (error) {
      throw new VoiceError("The voice assistant was not made", { cause: error });
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
