import { useState } from "react";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { Button } from "../../../components/button";
import { Dialog } from "../../../components/dialog";
import { Differences } from "../versions/differences";
import { Conditions } from "./conditions";
import { effectsOf } from "./effects";
import { REVIEW } from "./texts";
import { hasFailed, usePublishing, type Publishing } from "./use-publishing";
import type { Draft } from "./use-review";

type ReviewDialogProps = {
  /** As it is live. */
  assistant: Doc<"assistants">;
  draft: Draft;
  hasUnsaved?: boolean;
  onPublished: () => void;
  onClose: () => void;
};

const WORDS = { then: REVIEW.liveNow, now: REVIEW.changedTo };

/** What differs from what is live, and what publishing does. Only what is shown here is published. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { assistant, draft, hasUnsaved = false, onPublished, onClose } = props;
  const [shown, setShown] = useState(draft);
  const publishing = usePublishing(assistant, shown, onPublished);
  const isEdited = draft.id !== shown.id;

  function close() {
    publishing.leave();
    onClose();
  }

  return (
    <Dialog title={REVIEW.title} isWide onClose={close}>
      <div className="mt-4 grid gap-5">
        <Differences then={assistant} now={shown.edited} legend={REVIEW.legend} words={WORDS} />
        <section aria-label={REVIEW.effects} className="grid gap-1.5">
          <h3 className="font-medium">{REVIEW.effects}</h3>
          <ul className="grid list-disc gap-1 pl-5 text-muted">
            {effectsOf(assistant, shown).map((effect) => (
              <li key={effect} className="wrap-anywhere">
                {effect}
              </li>
            ))}
          </ul>
          <p className="text-small text-faint">{REVIEW.alwaysLive}</p>
        </section>
        <Conditions publishing={publishing} />
        <div role="status" className="empty:hidden">
          {isEdited && (
            <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control bg-warn-soft py-1 pr-1 pl-3 text-warn">
              {REVIEW.edited}
              <Button onClick={() => setShown(draft)}>{REVIEW.show}</Button>
            </p>
          )}
        </div>
        {hasUnsaved && <p className="text-warn">{REVIEW.unsaved}</p>}
        <p role="alert" className="text-bad empty:hidden">
          {publishing.failure}
        </p>
        <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 border-t border-line bg-raised px-6 py-4">
          <Button disabled={publishing.isBusy} onClick={close}>
            {REVIEW.cancel}
          </Button>
          <PublishButtons publishing={publishing} isEdited={isEdited} />
        </div>
      </div>
    </Dialog>
  );
}

type PublishButtonsProps = { publishing: Publishing; isEdited: boolean };

function PublishButtons({ publishing, isEdited }: PublishButtonsProps) {
  const { conditions, unpassed, isRehearsing, isBusy, failure, publish, rehearse } = publishing;
  const isWaiting = isBusy || isRehearsing || isEdited || conditions === undefined;
  if (unpassed.length === 0) {
    return (
      <Button variant="primary" disabled={isWaiting} onClick={() => publish(false)}>
        {isBusy ? REVIEW.publishing : REVIEW.publish}
      </Button>
    );
  }
  const maySkip = !isRehearsing && (unpassed.some(hasFailed) || failure !== "");
  return (
    <>
      {maySkip && (
        <Button
          variant="danger"
          disabled={isWaiting}
          onClick={() => {
            if (confirm(REVIEW.confirmAnyway)) publish(true);
          }}
        >
          {REVIEW.anyway}
        </Button>
      )}
      <Button variant="primary" disabled={isWaiting} onClick={rehearse}>
        {isRehearsing ? REVIEW.rehearsing : REVIEW.rehearse(unpassed.length)}
      </Button>
    </>
  );
}
