import { useMutation, useQuery } from "convex/react";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc, Id } from "../../../../convex/_generated/dataModel";
import { Button } from "../../../components/button";
import { Spinner } from "../../../components/spinner";
import { reasonOf } from "../../../lib/error-reason";
import { formatDateTime } from "../../../lib/formats";
import { toast } from "../../../lib/toast";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { COMPARISON } from "./texts";
import { differences, fileNote } from "./version-changes";
import { WordDifference } from "./word-difference";

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
  const [struckOut, onlyThen, underlined, onlyNow] = COMPARISON.legend;
  const different = differences(content, assistant);
  const note = fileNote(content, assistant);

  function confirm() {
    run(async () => {
      try {
        await restore({ versionId });
      } catch (error) {
        toast.error(`${COMPARISON.failed} ${reasonOf(error)}`);
        return;
      }
      toast.success(COMPARISON.restored(number));
      onRestored();
    });
  }

  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
          {COMPARISON.title(number, formatDateTime(savedAtMs))}
        </h3>
        {different.length > 0 && (
          <p className="text-muted">
            <del>{struckOut}</del>
            {onlyThen}
            <ins>{underlined}</ins>
            {onlyNow}
          </p>
        )}
      </div>
      {different.length === 0 && <p>{COMPARISON.same}</p>}
      <dl className="grid gap-4">
        {different.map(({ label, then, now }) => (
          <div key={label} className="grid gap-1.5">
            <dt className="font-medium">{label}</dt>
            <dd className="rounded-control border border-line bg-canvas p-3 break-words whitespace-pre-wrap">
              <WordDifference then={then} now={now} />
            </dd>
          </div>
        ))}
      </dl>
      {note !== null && <p className="rounded-control bg-warn-soft px-3 py-2 text-warn">{note}</p>}
      <div className="flex flex-wrap justify-between gap-3">
        <Button variant="quiet" disabled={isBusy} onClick={onBack}>
          <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
          {COMPARISON.back}
        </Button>
        <Button variant="primary" disabled={isBusy || different.length === 0} onClick={confirm}>
          {isBusy ? COMPARISON.restoring : COMPARISON.restore}
        </Button>
      </div>
    </div>
  );
}
