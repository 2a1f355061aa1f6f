import type { Doc } from "../../../../convex/_generated/dataModel";
import { AssistantForm } from "./assistant-form";
import { NEW_ASSISTANT } from "../settings";
import { CopyNote } from "./copy-note";
import { copyOf } from "./duplicate";
import { TemplatePicker } from "./template-picker";
import { FORM } from "./texts";
import { useCreateAssistant } from "./use-save-assistant";

const TEXTS = { submit: FORM.create, submitting: FORM.creating, note: FORM.createNote };

type CreateAssistantFormProps = {
  /** The new assistant starts as a copy of this one. */
  original?: Doc<"assistants"> | undefined;
  onClose: () => void;
};

export function CreateAssistantForm({ original, onClose }: CreateAssistantFormProps) {
  const save = useCreateAssistant();
  return (
    <AssistantForm
      title={FORM.createTitle}
      about="new"
      saved={original === undefined ? NEW_ASSISTANT : copyOf(original)}
      save={save}
      texts={TEXTS}
      header={(heading, values, change) =>
        original === undefined ? (
          <TemplatePicker heading={heading} values={values} onChange={change} />
        ) : (
          <>
            {heading}
            <CopyNote original={original} />
          </>
        )
      }
      onClose={onClose}
    />
  );
}
