import { Badge } from "../../../components/badge";
import { RehearsalResult } from "../rehearsals/rehearsal-result";
import { RESULT, STATES } from "../rehearsals/texts";
import { REVIEW } from "./texts";
import { hasFailed, type Publishing } from "./use-publishing";

/** The rehearsals that must pass before the changes go live. */
export function Conditions({ publishing }: { publishing: Publishing }) {
  const { conditions = [], unpassed, isRehearsing } = publishing;
  if (conditions.length === 0) return null;
  return (
    <section aria-label={REVIEW.conditions} className="grid gap-2">
      <h3 className="font-medium">{REVIEW.conditions}</h3>
      <p role="status" className="text-muted">
        {noteOf(publishing)}
      </p>
      <ul className="grid gap-2">
        {conditions.map((condition) => {
          const { _id, situation, result } = condition;
          const isOpen = unpassed.includes(condition);
          const isKnown = result !== null && (!isOpen || isRehearsing || hasFailed(condition));
          return (
            <li key={_id} className="grid gap-1 rounded-control border border-line px-3 py-2">
              <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
                <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{situation}</span>
                <Badge tone={isKnown ? STATES[result.state].tone : "outline"}>
                  {isKnown ? STATES[result.state].label : REVIEW.notRun}
                </Badge>
              </div>
              {hasFailed(condition) && result !== null && (
                <details>
                  <summary className="min-h-8 cursor-pointer py-1 text-accent-ink pointer-coarse:min-h-11">
                    {RESULT.show}
                  </summary>
                  <RehearsalResult result={result} />
                </details>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function noteOf({ unpassed, isRehearsing }: Publishing): string {
  if (isRehearsing) return REVIEW.rehearsingNote;
  if (unpassed.length === 0) return REVIEW.allPassed;
  return unpassed.some(hasFailed) ? REVIEW.notPassed : REVIEW.conditionsIntro(unpassed.length);
}
