import { useEffect, useId, useRef, useState, type ReactNode, type SubmitEvent } from "react";
import { Button } from "../../../components/button";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { useUpdateAssistant } from "../editor/use-save-assistant";
import { SECTION_FORM } from "./texts";
import type { SectionDraft } from "./use-section-draft";

type SectionFormProps = {
  title: string;
  intro?: string;
  draft: SectionDraft;
  children: ReactNode;
};

/** The settings of one section, which are saved by themselves. */
export function SectionForm({ title, intro, draft, children }: SectionFormProps) {
  const { edited, values, saved, hasChanges, discard } = draft;
  const save = useUpdateAssistant(edited);
  const { isBusy, run } = useOneAtATime();
  const [hasFailed, setHasFailed] = useState(false);
  const submitButton = useRef<HTMLButtonElement>(null);
  const titleId = useId();

  useEffect(() => {
    // The button lost the focus while it was disabled.
    if (hasFailed && !isBusy) submitButton.current?.focus();
  }, [hasFailed, isBusy]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setHasFailed(false);
    run(async () => {
      if (await save(values, saved)) discard();
      else setHasFailed(true);
    });
  }

  return (
    <form
      aria-labelledby={titleId}
      className="grid gap-5 rounded-card border border-line bg-surface p-4 shadow-soft sm:p-6"
      onSubmit={submit}
    >
      <div className="grid gap-1">
        <h2 id={titleId} className="text-lead font-semibold">
          {title}
        </h2>
        {intro !== undefined && <p className="text-muted">{intro}</p>}
      </div>
      <fieldset disabled={isBusy} className="grid min-w-0 gap-6">
        {children}
      </fieldset>
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-5">
        <Button ref={submitButton} type="submit" variant="primary" disabled={isBusy || !hasChanges}>
          {isBusy ? SECTION_FORM.saving : SECTION_FORM.save}
        </Button>
        <Button variant="quiet" disabled={isBusy || !hasChanges} onClick={discard}>
          {SECTION_FORM.discard}
        </Button>
        <p role="status" className="text-small text-muted">
          {hasChanges ? SECTION_FORM.unsaved : SECTION_FORM.saved}
        </p>
      </div>
    </form>
  );
}
