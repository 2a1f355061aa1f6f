import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { isOver, usesOf } from "../../../../convex/shared/rehearsals";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { focusMain } from "../../../components/skip-link";
import { reasonOf } from "../../../lib/error-reason";
import { toast } from "../../../lib/toast";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { ProposedPrompt } from "./proposed-prompt";
import { RehearsalForm } from "./rehearsal-form";
import { RehearsalResult } from "./rehearsal-result";
import { REHEARSALS, RESULT, STATES } from "./texts";
import type { Rehearsal } from "./use-rehearsals";

type RehearsalRowProps = {
  /** The assistant with its changes that are not live. */
  edited: Doc<"assistants">;
  rehearsal: Rehearsal;
  /** Whether the next run is one by voice. */
  inVoice: boolean;
  isRunning: boolean;
  onRun: () => void;
};

export function RehearsalRow({ edited, rehearsal, inVoice, isRunning, onRun }: RehearsalRowProps) {
  const { _id: rehearsalId, situation, must, mustNot, isCondition, fromCallId, result } = rehearsal;
  const [isEdited, setIsEdited] = useState(false);

  if (isEdited) {
    return (
      <li className="border-t border-line pt-6">
        <RehearsalForm
          assistantId={edited._id}
          saved={rehearsal}
          onClose={() => setIsEdited(false)}
        />
      </li>
    );
  }
  const runLabel = inVoice ? REHEARSALS.runInVoice(usesOf(1, { inVoice })) : REHEARSALS.run;
  const hasEnded = result !== null && isOver(result.state);
  return (
    <li aria-label={situation} className="grid gap-3 border-t border-line pt-6">
      <div className="grid gap-1">
        <h3 className="font-medium wrap-anywhere">{situation}</h3>
        <div className="flex flex-wrap gap-2">
          {result === null ? (
            <Badge tone="outline">{RESULT.never}</Badge>
          ) : (
            <Badge tone={STATES[result.state].tone}>{STATES[result.state].label}</Badge>
          )}
          {hasEnded && result.isOutdated && <Badge tone="warn">{RESULT.outdated}</Badge>}
          {result?.inVoice === true && <Badge tone="outline">{RESULT.inVoice}</Badge>}
          {isCondition && <Badge tone="outline">{REHEARSALS.condition}</Badge>}
          {fromCallId !== null && <Badge tone="outline">{REHEARSALS.fromCall}</Badge>}
        </div>
        {!hasEnded && (
          <ul className="text-small wrap-anywhere text-muted">
            {must.map((text) => (
              <li key={`must ${text}`}>{RESULT.must(text)}</li>
            ))}
            {mustNot.map((text) => (
              <li key={`mustNot ${text}`}>{RESULT.mustNot(text)}</li>
            ))}
          </ul>
        )}
      </div>
      {hasEnded && (
        <details>
          <summary className="flex min-h-8 cursor-pointer items-center font-medium text-accent-ink pointer-coarse:min-h-11">
            {RESULT.show}
          </summary>
          <div className="pt-2">
            <RehearsalResult result={result} />
          </div>
        </details>
      )}
      {result?.state === "failed" && <ProposedPrompt edited={edited} rehearsalId={rehearsalId} />}
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={isRunning}
          aria-label={REHEARSALS.labelFor(runLabel, situation)}
          onClick={onRun}
        >
          {runLabel}
        </Button>
        <Button
          aria-label={REHEARSALS.labelFor(REHEARSALS.edit, situation)}
          onClick={() => setIsEdited(true)}
        >
          {REHEARSALS.edit}
        </Button>
        <DeleteButton rehearsal={rehearsal} />
      </div>
    </li>
  );
}

function DeleteButton({ rehearsal: { _id: rehearsalId, situation } }: { rehearsal: Rehearsal }) {
  const remove = useMutation(api.rehearsals.remove);
  const { isBusy, run } = useOneAtATime();

  function press() {
    if (!confirm(REHEARSALS.confirmDelete)) return;
    run(async () => {
      try {
        await remove({ rehearsalId });
        focusMain();
        toast.success(REHEARSALS.deleted);
      } catch (error) {
        toast.error(`${REHEARSALS.deleteFailed} ${reasonOf(error)}`);
      }
    });
  }

  return (
    <Button
      variant="quiet"
      disabled={isBusy}
      aria-label={REHEARSALS.labelFor(REHEARSALS.delete, situation)}
      onClick={press}
    >
      {REHEARSALS.delete}
    </Button>
  );
}
