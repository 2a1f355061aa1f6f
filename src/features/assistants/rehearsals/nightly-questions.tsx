import { useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import type { Id } from "../../../../convex/_generated/dataModel";
import { formatDateTime } from "../../../lib/formats";
import { NIGHTLY } from "./texts";

/** What visitors ask most, which is asked again at night. */
export function NightlyQuestions({ assistantId }: { assistantId: Id<"assistants"> }) {
  const questions = useQuery(api.rehearsals.nightly, { assistantId });
  if (questions === undefined) return null;
  return (
    <div className="grid gap-3 border-t border-line pt-6">
      <h3 className="font-semibold">{NIGHTLY.title}</h3>
      <p className="text-small text-muted">{NIGHTLY.intro}</p>
      {questions.length === 0 ? (
        <p className="text-muted">{NIGHTLY.none}</p>
      ) : (
        <ul aria-label={NIGHTLY.list} className="grid gap-4">
          {questions.map(({ _id, question, answer, checkedAtMs }) => (
            <li key={_id} className="grid gap-1">
              <p className="font-medium wrap-anywhere" dir="auto">
                {question}
              </p>
              <p className="wrap-anywhere text-muted" dir="auto">
                {answer ?? NIGHTLY.noAnswer}
              </p>
              <p className="text-small text-muted">
                {NIGHTLY.checked(formatDateTime(checkedAtMs))}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
