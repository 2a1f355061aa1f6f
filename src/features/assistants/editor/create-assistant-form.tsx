import type { Doc } from "../../../../convex/_generated/dataModel";
import { AssistantForm } from "./assistant-form";
import { NEW_ASSISTANT } from "./assistant-values";
import { CopyNote } from "./copy-note";
import { copyOf } from "./duplicate";
import { ReadyChoice } from "./template-picker";
import { useCreateAssistant } from "./use-save-assistant";

const WORDS = {
  submit: "Create Assistant",
  submitting: "Creating...",
  note: "Creating and testing assistants is free. Publishing one needs an active subscription.",
};

type CreateAssistantFormProps = {
  /** Of which it is to be a copy. */
  original?: Doc<"assistants"> | undefined;
  onClose: () => void;
};

export function CreateAssistantForm({ original, onClose }: CreateAssistantFormProps) {
  const save = useCreateAssistant();
  return (
    <AssistantForm
      title="Create assistant"
      about="new"
      saved={original === undefined ? NEW_ASSISTANT : copyOf(original)}
      save={save}
      words={WORDS}
      beginning={(values, change) =>
        original === undefined ? (
          <ReadyChoice values={values} onChange={change} />
        ) : (
          <CopyNote original={original} />
        )
      }
      onClose={onClose}
    />
  );
}
