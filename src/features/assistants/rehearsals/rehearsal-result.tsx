import { Badge } from "../../../components/badge";
import { formatDateTime, formatResponseTime } from "../../../lib/formats";
import { RESULT } from "./texts";
import type { Rehearsal } from "./use-rehearsals";

type Result = NonNullable<Rehearsal["result"]>;

/** What was expected and what was said. */
export function RehearsalResult({ result }: { result: Result }) {
  const { checks, lines, reason, startedAtMs, averageAnswerMs } = result;
  return (
    <div className="grid gap-4">
      {reason !== null && <p className="wrap-anywhere text-muted">{reason}</p>}
      {checks.length > 0 && (
        <section aria-label={RESULT.checks} className="grid gap-2">
          <h4 className="text-small text-muted">{RESULT.checks}</h4>
          <ul className="grid gap-2">
            {checks.map(({ kind, text, isMet }) => (
              <li key={`${kind} ${text}`} className="flex flex-wrap items-start gap-x-3 gap-y-1">
                <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{RESULT[kind](text)}</span>
                <CheckBadge isMet={isMet} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label={RESULT.conversation} className="grid gap-2">
        <h4 className="text-small text-muted">
          {RESULT.conversation} · {RESULT.time(formatDateTime(startedAtMs))}
        </h4>
        {averageAnswerMs !== null && (
          <p className="text-small text-muted">
            {RESULT.averageAnswer(formatResponseTime(averageAnswerMs))}
          </p>
        )}
        {lines.length === 0 ? (
          <p className="text-muted">{RESULT.nothing}</p>
        ) : (
          <ol className="grid gap-2 rounded-control border border-line p-3">
            {lines.map(({ role, text }, index) => (
              <li key={index} className="grid gap-x-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
                <span className="font-medium text-muted">
                  {role === "user" ? RESULT.tester : RESULT.assistant}
                </span>
                <span className="wrap-anywhere whitespace-pre-line" dir="auto">
                  {text}
                </span>
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  );
}

function CheckBadge({ isMet }: { isMet: boolean | null }) {
  if (isMet === null) return <Badge tone="warn">{RESULT.unknown}</Badge>;
  return isMet ? (
    <Badge tone="good">{RESULT.met}</Badge>
  ) : (
    <Badge tone="bad">{RESULT.notMet}</Badge>
  );
}
