import { useQuery } from "convex/react";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import type { Doc, Id } from "../../../../convex/_generated/dataModel";
import { Spinner } from "../../../components/spinner";
import { TEXT_LINK_CLASS } from "../../../components/text-link-class";
import { assistantPathFor } from "../../../lib/routes";
import { valuesOf } from "../settings";
import { AssistantForm } from "./assistant-form";
import { FORM } from "./texts";
import { useUpdateAssistant } from "./use-save-assistant";

const TEXTS = {
  submit: FORM.update,
  submitting: FORM.updating,
  reset: FORM.reset,
  close: FORM.close,
};

type EditAssistantFormProps = { assistantId: Id<"assistants">; onClose: () => void };

export function EditAssistantForm({ assistantId, onClose }: EditAssistantFormProps) {
  const assistant = useQuery(api.assistants.getAssistant, { assistantId });
  if (assistant === undefined) return <Spinner label={FORM.loading} />;
  return <LoadedForm assistant={assistant} onClose={onClose} />;
}

type LoadedFormProps = { assistant: Doc<"assistants">; onClose: () => void };

function LoadedForm({ assistant, onClose }: LoadedFormProps) {
  const save = useUpdateAssistant(assistant);
  return (
    <AssistantForm
      title={FORM.editTitle(assistant.name)}
      about={assistant._id}
      saved={valuesOf(assistant)}
      save={save}
      texts={TEXTS}
      header={(heading) => (
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          {heading}
          <Link to={assistantPathFor(assistant._id)} className={TEXT_LINK_CLASS}>
            {FORM.moreSettings}
          </Link>
        </div>
      )}
      onClose={onClose}
    />
  );
}
