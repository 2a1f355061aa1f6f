import { usePaginatedQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc, Id } from "../../../../convex/_generated/dataModel";
import { MAX_VERSIONS } from "../../../../convex/shared/versions";
import { Button } from "../../../components/button";
import { Dialog } from "../../../components/dialog";
import { Spinner } from "../../../components/spinner";
import { LIST } from "./texts";
import { VersionComparison } from "./version-comparison";
import { VersionRow } from "./version-row";

const PAGE_SIZE = 10;

type VersionsDialogProps = {
  assistant: Doc<"assistants">;
  onRestored: () => void;
  onClose: () => void;
};

/** The saved versions of an assistant, each compared with the current one. */
export function VersionsDialog({ assistant, onRestored, onClose }: VersionsDialogProps) {
  const [shown, setShown] = useState<Id<"assistantVersions"> | null>(null);
  return (
    <Dialog title={LIST.title(assistant.name)} isWide onClose={onClose}>
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
      <p className="text-muted">{LIST.intro(MAX_VERSIONS)}</p>
      {status === "LoadingFirstPage" ? (
        <Spinner label={LIST.loading} />
      ) : results.length === 0 ? (
        <p>{LIST.empty}</p>
      ) : (
        <ol className="grid gap-4">
          {results.map((version, index) => (
            <VersionRow
              key={version.id}
              version={version}
              isCurrent={index === 0}
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
            {status === "LoadingMore" ? LIST.loadingOlder : LIST.showOlder}
          </Button>
        ) : (
          <span />
        )}
        <Button onClick={onClose}>{LIST.close}</Button>
      </div>
    </div>
  );
}
