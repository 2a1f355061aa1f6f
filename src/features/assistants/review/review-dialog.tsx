import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { Button } from "../../../components/button";
import { Dialog } from "../../../components/dialog";
import { reasonOf } from "../../../lib/error-reason";
import { toast } from "../../../lib/toast";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { Differences } from "../versions/differences";
import { effectsOf } from "./effects";
import { BAR, REVIEW } from "./texts";
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
  const { _id: assistantId, published } = assistant;
  const [shown, setShown] = useState(draft);
  const [failure, setFailure] = useState("");
  const publish = useMutation(api.drafts.publishDraft);
  const { isBusy, run } = useOneAtATime();
  const isEdited = draft.id !== shown.id;

  function press() {
    setFailure("");
    run(async () => {
      try {
        if (await publish({ assistantId, draftId: shown.id })) {
          toast.success(published ? REVIEW.published : REVIEW.saved);
        } else toast.info(BAR.gone);
      } catch (error) {
        setFailure(`${REVIEW.failed} ${reasonOf(error)}`);
        return;
      }
      onPublished();
    });
  }

  return (
    <Dialog title={REVIEW.title} isWide onClose={onClose}>
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
          {failure}
        </p>
        <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 border-t border-line bg-raised px-6 py-4">
          <Button disabled={isBusy} onClick={onClose}>
            {REVIEW.cancel}
          </Button>
          <Button variant="primary" disabled={isBusy || isEdited} onClick={press}>
            {isBusy ? REVIEW.publishing : REVIEW.publish}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
