import type { Doc } from "../../../../convex/_generated/dataModel";

import { COPY_NOTE } from "./texts";

type CopyNoteProps = { original: Doc<"assistants"> };

export function CopyNote({
  original: { name, knowledgeFileName, onlySignedCalls },
}: CopyNoteProps) {
  return (
    <div className="grid gap-1 rounded-control bg-accent-soft px-3 py-2 wrap-anywhere">
      <p>{COPY_NOTE.text(name)}</p>
      {knowledgeFileName !== undefined && <p>{COPY_NOTE.file(knowledgeFileName, name)}</p>}
      {onlySignedCalls === true && <p>{COPY_NOTE.signedCalls(name)}</p>}
    </div>
  );
}
