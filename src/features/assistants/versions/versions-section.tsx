import { usePaginatedQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc, Id } from "../../../../convex/_generated/dataModel";
import { waitsForReview } from "../../../../convex/shared/drafts";
import { MAX_VERSIONS } from "../../../../convex/shared/versions";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Spinner } from "../../../components/spinner";
import { ReviewSwitch } from "../review/review-switch";
import { useReview, type Draft } from "../review/use-review";
import { DraftRow } from "./draft-row";
import { LIST } from "./texts";
import { VersionComparison } from "./version-comparison";
import { VersionRow } from "./version-row";

const PAGE_SIZE = 10;

type VersionsSectionProps = { title: string; assistant: Doc<"assistants"> };

/** The saved versions of an assistant, each compared with the current one. */
export function VersionsSection({ title, assistant }: VersionsSectionProps) {
  const [shown, setShown] = useState<Id<"assistantVersions"> | null>(null);
  const review = useReview(assistant);
  const showAll = () => setShown(null);
  if (review === undefined) return <Spinner label={LIST.loading} />;
  const { draft } = review;
  const intro = waitsForReview(assistant) ? LIST.introWithReview : LIST.intro;
  return (
    <div className="grid gap-6">
      <ReviewSwitch assistant={assistant} draft={draft} />
      <Card title={title} {...(shown === null ? { subtitle: intro(MAX_VERSIONS) } : {})}>
        {shown === null ? (
          <VersionList assistant={assistant} draft={draft} onCompare={setShown} />
        ) : (
          <VersionComparison
            assistant={assistant}
            versionId={shown}
            onRestored={showAll}
            onBack={showAll}
          />
        )}
      </Card>
    </div>
  );
}

type VersionListProps = {
  assistant: Doc<"assistants">;
  draft: Draft | null;
  onCompare: (versionId: Id<"assistantVersions">) => void;
};

function VersionList({ assistant, draft, onCompare }: VersionListProps) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.versions.pageVersions,
    { assistantId: assistant._id },
    { initialNumItems: PAGE_SIZE },
  );

  return (
    <div className="grid gap-5">
      {status === "LoadingFirstPage" && <Spinner label={LIST.loading} />}
      {status !== "LoadingFirstPage" && (draft !== null || results.length > 0) && (
        <ol className="grid gap-4">
          {draft !== null && <DraftRow assistant={assistant} draft={draft} />}
          {results.map((version, index) => (
            <VersionRow
              key={version.id}
              version={version}
              isCurrent={index === 0}
              isLive={assistant.published}
              onCompare={() => {
                onCompare(version.id);
              }}
            />
          ))}
        </ol>
      )}
      {status !== "LoadingFirstPage" && results.length === 0 && <p>{LIST.empty}</p>}
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
