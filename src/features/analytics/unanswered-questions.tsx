import { useState } from "react";
import { Link } from "react-router-dom";
import { Button } from "../../components/button";
import { editPathFor } from "../../lib/routes";
import type { QuestionGroup } from "./outcome-figures";
import type { Filtering } from "./use-call-filter";

type UnansweredQuestionsProps = {
  /** Null while they are on their way. */
  groups: QuestionGroup[] | null;
  assistants: Filtering["assistants"];
};

const SHOWN_AT_FIRST = 5;

/** What assistants should have known, and where to tell them. */
export function UnansweredQuestions({ groups, assistants }: UnansweredQuestionsProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? groups : groups?.slice(0, SHOWN_AT_FIRST);

  return (
    <section className="grid min-w-0 content-start gap-3">
      <h3 className="font-medium">Questions without an answer</h3>
      {groups?.length === 0 && <p className="text-muted">Every question had an answer.</p>}
      <ul className="grid">
        {shown?.map(({ assistantId, question, count }) => {
          const assistant = assistants.find(({ _id }) => _id === assistantId);
          return (
            <li
              key={`${assistantId} ${question}`}
              className="flex flex-wrap items-start gap-x-3 border-b border-line py-2 last:border-0"
            >
              <div className="flex-1 basis-32">
                <p className="wrap-anywhere">{question}</p>
                <p className="text-small text-muted">
                  {`${count === 1 ? "Asked once" : `Asked ${count} times`} of ${assistant?.name ?? "a deleted assistant"}`}
                </p>
              </div>
              {assistant !== undefined && (
                <Link
                  to={editPathFor(assistantId)}
                  aria-label={`Add the answer to ${assistant.name}: ${question}`}
                  className="inline-flex min-h-10 shrink-0 items-center rounded-control text-accent-ink underline-offset-4 hover:underline pointer-coarse:min-h-11"
                >
                  Add the answer
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      {groups !== null && groups.length > SHOWN_AT_FIRST && (
        <Button
          variant="quiet"
          className="-ml-4 justify-self-start"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? "Show fewer" : `Show all ${groups.length}`}
        </Button>
      )}
    </section>
  );
}
