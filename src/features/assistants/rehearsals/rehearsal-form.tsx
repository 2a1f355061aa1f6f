import { useMutation } from "convex/react";
import { useId, useState, type SubmitEvent } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Id } from "../../../../convex/_generated/dataModel";
import { REHEARSAL_LENGTHS } from "../../../../convex/shared/rehearsals";
import { Button } from "../../../components/button";
import { CheckField } from "../../../components/check-field";
import { Field } from "../../../components/field";
import { reasonOf } from "../../../lib/error-reason";
import { toast } from "../../../lib/toast";
import { useUnsavedChanges } from "../../../lib/unsaved-changes";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { FORM } from "./texts";
import type { Rehearsal } from "./use-rehearsals";

type RehearsalFormProps = {
  assistantId: Id<"assistants">;
  /** The rehearsal that is changed. Without it, one is added. */
  saved?: Rehearsal;
  /** What a new one begins with. */
  situation?: string;
  onClose: () => void;
};

/** What is expected is written as lines, because most people have two or three short ones. */
export function RehearsalForm({ assistantId, saved, situation = "", onClose }: RehearsalFormProps) {
  const add = useMutation(api.rehearsals.add);
  const change = useMutation(api.rehearsals.change);
  const [before] = useState(() => draftOf(saved, situation));
  const [draft, setDraft] = useState(before);
  const { isBusy, run } = useOneAtATime();
  const titleId = useId();
  useUnsavedChanges(draft !== before);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { must, mustNot, ...rest } = draft;
    const content = { ...rest, must: must.split("\n"), mustNot: mustNot.split("\n") };
    run(async () => {
      try {
        if (saved === undefined) await add({ assistantId, rehearsals: [content] });
        else await change({ rehearsalId: saved._id, ...content });
        toast.success(FORM.saved);
        onClose();
      } catch (error) {
        toast.error(`${FORM.saveFailed} ${reasonOf(error)}`);
      }
    });
  }

  const lines = (name: "must" | "mustNot", example: string) => (
    <Field label={FORM[name]} hint={FORM.lines}>
      {(control) => (
        <textarea
          {...control}
          rows={2}
          value={draft[name]}
          placeholder={example}
          onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <form aria-labelledby={titleId} className="grid gap-5" onSubmit={submit}>
      <h3 id={titleId} className="font-semibold">
        {saved === undefined ? FORM.newTitle : FORM.editTitle}
      </h3>
      <Field label={FORM.situation} hint={FORM.situationHint}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            value={draft.situation}
            maxLength={REHEARSAL_LENGTHS.situation}
            placeholder={FORM.situationExample}
            required
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens by the owner's own press
            autoFocus
            onChange={({ target }) => setDraft({ ...draft, situation: target.value })}
          />
        )}
      </Field>
      {lines("must", FORM.mustExample)}
      {lines("mustNot", FORM.mustNotExample)}
      <CheckField
        label={FORM.isCondition}
        hint={FORM.isConditionHint}
        checked={draft.isCondition}
        onChange={(isCondition) => setDraft({ ...draft, isCondition })}
      />
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

function draftOf(saved: Rehearsal | undefined, situation: string) {
  if (saved === undefined) return { situation, must: "", mustNot: "", isCondition: false };
  const { must, mustNot, isCondition } = saved;
  return {
    ...{ situation: saved.situation, isCondition },
    ...{ must: must.join("\n"), mustNot: mustNot.join("\n") },
  };
}
