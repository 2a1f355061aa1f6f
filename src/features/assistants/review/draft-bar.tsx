import { useState } from "react";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { Button } from "../../../components/button";
import { focusMain } from "../../../components/skip-link";
import { formatDateTime } from "../../../lib/formats";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { labelsOf } from "../versions/version-changes";
import { ReviewDialog } from "./review-dialog";
import { BAR } from "./texts";
import { useDiscard } from "./use-discard";
import type { Draft } from "./use-review";

type DraftBarProps = { assistant: Doc<"assistants">; draft: Draft; hasUnsaved: boolean };

/** Says that changes wait, on every section of the assistant's page. */
export function DraftBar({ assistant, draft, hasUnsaved }: DraftBarProps) {
  const { id, changed, savedAtMs, restoredNumber } = draft;
  const [isOpen, setIsOpen] = useState(false);
  const discard = useDiscard(assistant._id);
  const { isBusy, run } = useOneAtATime();

  function pressDiscard() {
    run(async () => {
      // The button disappears.
      if (await discard(id)) focusMain();
    });
  }

  return (
    <section
      aria-label={BAR.label}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-warn-soft p-4 sm:px-6"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium text-warn">{BAR.title}</p>
        <p className="text-small wrap-anywhere">
          {BAR.changed(labelsOf(changed), formatDateTime(savedAtMs))}
          {restoredNumber !== null && ` ${BAR.restored(restoredNumber)}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button disabled={isBusy} onClick={() => setIsOpen(true)}>
          {BAR.review}
        </Button>
        <Button
          variant="quiet"
          aria-label={isBusy ? undefined : BAR.discardLabel}
          disabled={isBusy}
          onClick={pressDiscard}
        >
          {isBusy ? BAR.discarding : BAR.discard}
        </Button>
      </div>
      {isOpen && (
        <ReviewDialog
          assistant={assistant}
          draft={draft}
          hasUnsaved={hasUnsaved}
          onPublished={() => {
            setIsOpen(false);
            focusMain();
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </section>
  );
}
