import { usePaginatedQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc, Id } from "../../../../convex/_generated/dataModel";
import { MOST_VERSIONS } from "../../../../convex/catalog/versions";
import { Button } from "../../../components/button";
import { Dialog } from "../../../components/dialog";
import { Spinner } from "../../../components/spinner";
import { VersionComparison } from "./version-comparison";
import { VersionRow } from "./version-row";

const PAGE_SIZE = 10;

type VersionsDialogProps = {
  assistant: Doc<"assistants">;
  onRestored: () => void;
  onClose: () => void;
};

/** How an assistant was saved before: a list, and each compared with what is saved now. */
export function VersionsDialog({ assistant, onRestored, onClose }: VersionsDialogProps) {
  const [shown, setShown] = useState<Id<"assistantVersions"> | null>(null);
  return (
    <Dialog title={`Versions of ${assistant.name}`} isWide onClose={onClose}>
      {shown === null ? (
        <VersionList assistant={assistant} onCompare={setShown} onClose={onClose} />
      ) : (
        <VersionComparison
          assistant={assistant}
          versionId={shown}
          onRestored={onRestored}
          onBack={() => {
            setShown(null);
          }}
        />
      )}
    </Dialog>
  );
}

type VersionListProps = {
  assistant: Doc<"assistants">;
  onCompare: (versionId: Id<"assistantVersions">) => void;
  onClose: () => void;
};

function VersionList({ assistant, onCompare, onClose }: VersionListProps) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.versions.pageVersions,
    { assistantId: assistant._id },
    { initialNumItems: PAGE_SIZE },
  );

  return (
    <div className="mt-2 grid gap-5">
      <p className="text-muted">
        The newest {MOST_VERSIONS} are kept. Restoring one saves its values anew, so you can go back
        again.
      </p>
      {status === "LoadingFirstPage" ? (
        <Spinner label="Loading the versions" />
      ) : results.length === 0 ? (
        <p>Nothing has been changed since versions are kept. The next change makes the first.</p>
      ) : (
        <ol className="grid gap-4">
          {results.map((version, index) => (
            <VersionRow
              key={version.id}
              version={version}
              isNow={index === 0}
              onCompare={() => {
                onCompare(version.id);
              }}
            />
          ))}
        </ol>
      )}
      <div className="flex flex-wrap justify-between gap-3">
        {status === "CanLoadMore" || status === "LoadingMore" ? (
          <Button
            disabled={status === "LoadingMore"}
            onClick={() => {
              loadMore(PAGE_SIZE);
            }}
          >
            {status === "LoadingMore" ? "Loading..." : "Show older ones"}
          </Button>
        ) : (
          <span />
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  );
}
