import { useMutation, useQuery } from "convex/react";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc, Id } from "../../../../convex/_generated/dataModel";
import { hasDraft, waitsForReview } from "../../../../convex/shared/drafts";
import { Button } from "../../../components/button";
import { Spinner } from "../../../components/spinner";
import { reasonOf } from "../../../lib/error-reason";
import { formatDateTime } from "../../../lib/formats";
import { toast } from "../../../lib/toast";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { Differences } from "./differences";
import { COMPARISON } from "./texts";
import { differences, fileNote } from "./version-changes";

type VersionComparisonProps = {
  assistant: Doc<"assistants">;
  versionId: Id<"assistantVersions">;
  onRestored: () => void;
  onBack: () => void;
};

export function VersionComparison(props: VersionComparisonProps) {
  const { assistant, versionId, onRestored, onBack } = props;
  const version = useQuery(api.versions.getVersion, { versionId });
  const restore = useMutation(api.versions.restoreVersion);
  const { isBusy, run } = useOneAtATime();
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = version !== undefined;

  // The button that had the focus is gone.
  useEffect(() => {
    if (isLoaded) heading.current?.focus();
  }, [isLoaded]);

  if (version === undefined) return <Spinner label={COMPARISON.loading} />;
  const { number, savedAtMs, content } = version;
  const isSame = differences(content, assistant).length === 0;
  const waits = waitsForReview(assistant);
  const note = fileNote(content, assistant);

  function press() {
    if (hasDraft(assistant) && !confirm(COMPARISON.confirmReplacing)) return;
    run(async () => {
      try {
        await restore({ versionId });
      } catch (error) {
        toast.error(`${COMPARISON.failed} ${reasonOf(error)}`);
        return;
      }
      toast.success(waits ? COMPARISON.restoredForReview(number) : COMPARISON.restored(number));
      onRestored();
    });
  }

  return (
    <div className="grid gap-5">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {COMPARISON.title(number, formatDateTime(savedAtMs))}
      </h3>
      {isSame && <p>{COMPARISON.same}</p>}
      <Differences then={content} now={assistant} legend={COMPARISON.legend} />
      {waits && !isSame && (
        <p className="text-muted">
          {hasDraft(assistant) ? COMPARISON.replacesChanges : COMPARISON.waits}
        </p>
      )}
      {note !== null && <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">{note}</p>}
      <div className="flex flex-wrap justify-between gap-3">
        <Button variant="quiet" disabled={isBusy} onClick={onBack}>
          <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
          {COMPARISON.back}
        </Button>
        <Button variant="primary" disabled={isBusy || isSame} onClick={press}>
          {isBusy ? COMPARISON.restoring : COMPARISON.restore}
        </Button>
      </div>
    </div>
  );
}
