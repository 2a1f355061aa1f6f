import { useState } from "react";
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
  /** The address of the website that the new assistant begins with. */
  website?: string | undefined;
  onClose: () => void;
};

export function CreateAssistantForm({ original, website, onClose }: CreateAssistantFormProps) {
  const [readWebsite, setReadWebsite] = useState<string | null>(null);
  const save = useCreateAssistant(readWebsite);
  return (
    <AssistantForm
      title={FORM.createTitle}
      about="new"
      saved={original === undefined ? NEW_ASSISTANT : copyOf(original)}
      save={save}
      texts={TEXTS}
      header={(heading, values, change) =>
        original === undefined ? (
          <TemplatePicker
            heading={heading}
            values={values}
            onChange={change}
            website={website}
            onWebsite={setReadWebsite}
          />
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
