import { AssistantForm } from "./assistant-form";
import { NEW_ASSISTANT } from "./assistant-values";
import { ReadyChoice } from "./ready-choice";
import { useCreateAssistant } from "./use-save-assistant";

const WORDS = {
  submit: "Create Assistant",
  submitting: "Creating...",
  note: "Creating and testing assistants is free. Publishing one needs an active subscription.",
};

export function CreateAssistantForm({ onClose }: { onClose: () => void }) {
  const save = useCreateAssistant();
  return (
    <AssistantForm
      title="Create assistant"
      about="new"
      saved={NEW_ASSISTANT}
      save={save}
      words={WORDS}
      beginning={(values, change) => <ReadyChoice values={values} onChange={change} />}
      onClose={onClose}
    />
  );
}
