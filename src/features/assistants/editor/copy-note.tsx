import type { Doc } from "../../../../convex/_generated/dataModel";

type CopyNoteProps = { original: Doc<"assistants"> };

export function CopyNote({
  original: { name, knowledgeFileName, onlySignedCalls },
}: CopyNoteProps) {
  return (
    <div className="grid gap-1 rounded-control bg-accent-soft px-3 py-2 wrap-anywhere">
      <p>{`A copy of ${name}, with a code of its own. It begins as a draft.`}</p>
      {knowledgeFileName !== undefined && (
        <p>
          {`Its knowledge file ${knowledgeFileName} stays with ${name}. Choose it again below if the copy shall know it too.`}
        </p>
      )}
      {onlySignedCalls === true && (
        <p>{`Unlike ${name}, it takes calls that your server has not signed, until you switch that on.`}</p>
      )}
    </div>
  );
}
