import type { Doc } from "../../../../convex/_generated/dataModel";
import { hasDraft } from "../../../../convex/shared/drafts";
import { COPY_NOTE } from "./texts";

type CopyNoteProps = { original: Doc<"assistants"> };

export function CopyNote({
  original: { name, knowledgeFileName, onlySignedCalls, review },
}: CopyNoteProps) {
  return (
    <div className="grid gap-1 rounded-control bg-accent-soft px-3 py-2 wrap-anywhere">
      <p>{COPY_NOTE.text(name)}</p>
      {knowledgeFileName !== undefined && <p>{COPY_NOTE.file(knowledgeFileName, name)}</p>}
      {hasDraft({ review }) && <p>{COPY_NOTE.notLive(name)}</p>}
      {onlySignedCalls === true && <p>{COPY_NOTE.signedCalls(name)}</p>}
    </div>
  );
}
