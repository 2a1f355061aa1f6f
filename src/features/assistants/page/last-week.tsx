import { useQuery } from "convex/react";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { HOUR_MS, WEEK_MS } from "../../../../convex/shared/durations";
import { Card } from "../../../components/card";
import { TEXT_LINK_CLASS } from "../../../components/text-link-class";
import { formatNumber } from "../../../lib/formats";
import { addAnswerPathFor, assistantCallsPathFor } from "../../../lib/routes";
import { useNow } from "../../../lib/use-now";
import { WEEK } from "./texts";

const SHOWN_QUESTIONS = 3;

/** How many calls there were in the last seven days, and what the assistant could not answer in them. */
export function LastWeek({ assistant }: { assistant: Doc<"assistants"> }) {
  const { _id: assistantId } = assistant;
  // Rounded up to the hour, so that the queries run again once an hour instead of at every render.
  const toMs = Math.ceil(useNow() / HOUR_MS) * HOUR_MS;
  const span = { assistantId, fromMs: toMs - WEEK_MS, toMs };
  const hours = useQuery(api.calls.callHours, span);
  const outcomes = useQuery(api.outcomes.outcomesBetween, span);
  const questions = outcomes?.outcomes.flatMap(({ unanswered }) => unanswered);
  const calls = hours?.reduce((sum, hour) => sum + hour.calls, 0);

  return (
    <Card
      title={WEEK.title}
      aside={
        <Link to={assistantCallsPathFor(assistantId)} className={TEXT_LINK_CLASS}>
          {WEEK.seeCalls}
        </Link>
      }
    >
      <dl className="grid pairs gap-4" aria-busy={hours === undefined || outcomes === undefined}>
        <Figure label={WEEK.calls} value={calls} />
        <Figure label={WEEK.unanswered} value={questions?.length} />
      </dl>
      {questions !== undefined && questions.length > 0 && (
        <section className="grid gap-2" aria-label={WEEK.questions}>
          <h3 className="font-medium">{WEEK.questions}</h3>
          <ul className="grid">
            {[...new Set(questions)].slice(0, SHOWN_QUESTIONS).map((question) => (
              <li
                key={question}
                className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b border-line py-2 last:border-0"
              >
                <span className="flex-1 basis-48 wrap-anywhere">{question}</span>
                <Link
                  to={addAnswerPathFor(assistant)}
                  aria-label={WEEK.addAnswerLabel(question)}
                  className={TEXT_LINK_CLASS}
                >
                  {WEEK.addAnswer}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {outcomes?.hasMore === true && <p className="text-small text-faint">{WEEK.partial}</p>}
    </Card>
  );
}

function Figure({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-muted">{label}</dt>
      <dd className="text-title font-semibold tabular-nums">
        {value === undefined ? "–" : formatNumber(value)}
      </dd>
    </div>
  );
}
