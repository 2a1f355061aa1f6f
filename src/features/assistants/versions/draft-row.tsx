import { useState } from "react";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { focusMain } from "../../../components/skip-link";
import { formatDateTime } from "../../../lib/formats";
import { ReviewDialog } from "../review/review-dialog";
import type { Draft } from "../review/use-review";
import { LIST } from "./texts";
import { labelsOf } from "./version-changes";

type DraftRowProps = { assistant: Doc<"assistants">; draft: Draft };

/** The changes that are not live, above the versions. */
export function DraftRow({ assistant, draft }: DraftRowProps) {
  const { changed, savedAtMs, restoredNumber } = draft;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 font-medium tabular-nums">
          {formatDateTime(savedAtMs)}
          <Badge tone="warn">{LIST.notLive}</Badge>
        </p>
        <p className="text-small break-words text-muted">
          {LIST.waiting(labelsOf(changed))}
          {restoredNumber !== null && `, ${LIST.restoredFrom(restoredNumber)}`}
        </p>
      </div>
      <Button aria-label={LIST.reviewLabel} onClick={() => setIsOpen(true)}>
        {LIST.review}
      </Button>
      {isOpen && (
        <ReviewDialog
          assistant={assistant}
          draft={draft}
          onPublished={() => {
            setIsOpen(false);
            focusMain();
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </li>
  );
}
