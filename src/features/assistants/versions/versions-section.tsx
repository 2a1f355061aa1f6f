import { usePaginatedQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc, Id } from "../../../../convex/_generated/dataModel";
import { MAX_VERSIONS } from "../../../../convex/shared/versions";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Spinner } from "../../../components/spinner";
import { LIST } from "./texts";
import { VersionComparison } from "./version-comparison";
import { VersionRow } from "./version-row";

const PAGE_SIZE = 10;

type VersionsSectionProps = { title: string; assistant: Doc<"assistants"> };

/** The saved versions of an assistant, each compared with the current one. */
export function VersionsSection({ title, assistant }: VersionsSectionProps) {
  const [shown, setShown] = useState<Id<"assistantVersions"> | null>(null);
  const showAll = () => setShown(null);
  return (
    <Card title={title} {...(shown === null ? { subtitle: LIST.intro(MAX_VERSIONS) } : {})}>
      {shown === null ? (
        <VersionList assistant={assistant} onCompare={setShown} />
      ) : (
        <VersionComparison
          assistant={assistant}
          versionId={shown}
          onRestored={showAll}
          onBack={showAll}
        />
      )}
    </Card>
  );
}

type VersionListProps = {
  assistant: Doc<"assistants">;
  onCompare: (versionId: Id<"assistantVersions">) => void;
};

function VersionList({ assistant, onCompare }: VersionListProps) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.versions.pageVersions,
    { assistantId: assistant._id },
    { initialNumItems: PAGE_SIZE },
  );

  return (
    <div className="grid gap-5">
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
      {(status === "CanLoadMore" || status === "LoadingMore") && (
        <Button
          className="justify-self-start"
          disabled={status === "LoadingMore"}
          onClick={() => {
            loadMore(PAGE_SIZE);
          }}
        >
          {status === "LoadingMore" ? LIST.loadingOlder : LIST.showOlder}
        </Button>
      )}
    </div>
  );
}
