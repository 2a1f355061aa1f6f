import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import { Spinner } from "../../components/spinner";
import { AssistantForm } from "./assistant-form";
import { valuesOf } from "./assistant-values";
import { useUpdateAssistant } from "./use-save-assistant";

const WORDS = {
  submit: "Update Assistant",
  submitting: "Updating...",
  reset: "Reset",
  close: "Close",
};

type EditAssistantFormProps = { assistantId: Id<"assistants">; onClose: () => void };

export function EditAssistantForm({ assistantId, onClose }: EditAssistantFormProps) {
  const assistant = useQuery(api.assistants.getAssistant, { assistantId });
  if (assistant === undefined) return <Spinner label="Loading the assistant" />;
  return <LoadedForm assistant={assistant} onClose={onClose} />;
}

type LoadedFormProps = { assistant: Doc<"assistants">; onClose: () => void };

function LoadedForm({ assistant, onClose }: LoadedFormProps) {
  const save = useUpdateAssistant(assistant);
  return (
    <AssistantForm
      title={`Edit ${assistant.name}`}
      about={assistant._id}
      saved={valuesOf(assistant)}
      seenSites={assistant.seenSites?.map(({ site }) => site) ?? []}
      save={save}
      words={WORDS}
      onClose={onClose}
    />
  );
}
