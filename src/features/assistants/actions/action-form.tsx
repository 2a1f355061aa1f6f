import { useMutation } from "convex/react";
import { useId, useState, type SubmitEvent } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Id } from "../../../../convex/_generated/dataModel";
import { ACTION_LENGTHS } from "../../../../convex/shared/actions";
import { Button } from "../../../components/button";
import { Field } from "../../../components/field";
import { InputField } from "../../../components/input-field";
import { reasonOf } from "../../../lib/error-reason";
import { toast } from "../../../lib/toast";
import { useUnsavedChanges } from "../../../lib/unsaved-changes";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { type ActionDraft, contentOf, draftOf, newDraft } from "./action-draft";
import type { ListedAction } from "./action-row";
import { HttpFields } from "./http-fields";
import { FORM, isReady, READY } from "./texts";

type ActionFormProps = {
  assistantId: Id<"assistants">;
  /** The action that is changed. Without it, one is added. */
  saved?: ListedAction;
  /** What a new one begins with. */
  initial?: ActionDraft;
  onClose: () => void;
};

export function ActionForm({ assistantId, saved, initial = newDraft(), onClose }: ActionFormProps) {
  const save = useMutation(api.actions.save);
  const [before] = useState(() => (saved === undefined ? initial : draftOf(saved)));
  const [draft, setDraft] = useState<ActionDraft>(before);
  const { isBusy, run } = useOneAtATime();
  const titleId = useId();
  useUnsavedChanges(draft !== before);
  const change = (changed: Partial<ActionDraft>) => setDraft({ ...draft, ...changed });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    run(async () => {
      try {
        const changed = saved === undefined ? {} : { actionId: saved._id };
        await save({ assistantId, ...changed, ...contentOf(draft) });
        toast.success(FORM.saved);
        onClose();
      } catch (error) {
        toast.error(`${FORM.saveFailed} ${reasonOf(error)}`);
      }
    });
  }

  return (
    <form aria-labelledby={titleId} className="grid gap-5" onSubmit={submit}>
      <h3 id={titleId} className="font-semibold">
        {saved === undefined ? FORM.newTitle(draft.kind) : FORM.editTitle(saved.name)}
      </h3>
      {isReady(draft.kind) && <p className="text-muted">{READY[draft.kind].intro}</p>}
      <InputField
        label={FORM.name}
        value={draft.name}
        onChange={(name) => change({ name })}
        placeholder={FORM.nameExample}
        maxLength={ACTION_LENGTHS.name}
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens by the owner's own press
        autoFocus
      />
      <Field label={FORM.description} hint={FORM.descriptionHint}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            value={draft.description}
            maxLength={ACTION_LENGTHS.description}
            placeholder={FORM.descriptionExample}
            required
            onChange={({ target }) => change({ description: target.value })}
          />
        )}
      </Field>
      {draft.kind === "http" && <HttpFields draft={draft} onChange={setDraft} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={isBusy}>
          {isBusy ? FORM.saving : FORM.save}
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={onClose}>
          {FORM.cancel}
        </Button>
      </div>
    </form>
  );
}
