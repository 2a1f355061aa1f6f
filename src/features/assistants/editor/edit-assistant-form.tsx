import { useQuery } from "convex/react";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import type { Doc, Id } from "../../../../convex/_generated/dataModel";
import { waitsForReview } from "../../../../convex/shared/drafts";
import { Spinner } from "../../../components/spinner";
import { TEXT_LINK_CLASS } from "../../../components/text-link-class";
import { assistantPathFor } from "../../../lib/routes";
import { useReview } from "../review/use-review";
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
  return <EditedForm assistant={assistant} onClose={onClose} />;
}

type FormProps = { assistant: Doc<"assistants">; onClose: () => void };

/** With changes that are saved and not live. */
function EditedForm({ assistant, onClose }: FormProps) {
  const review = useReview(assistant);
  if (review === undefined) return <Spinner label={FORM.loading} />;
  return <LoadedForm assistant={review.edited} onClose={onClose} />;
}

function LoadedForm({ assistant, onClose }: FormProps) {
  const save = useUpdateAssistant(assistant);
  return (
    <AssistantForm
      title={FORM.editTitle(assistant.name)}
      about={assistant._id}
      saved={valuesOf(assistant)}
      save={save}
      texts={waitsForReview(assistant) ? { ...TEXTS, note: FORM.waits } : TEXTS}
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
