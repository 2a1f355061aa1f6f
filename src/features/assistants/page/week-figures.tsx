import { formatNumber } from "../../../lib/formats";
import { WEEK } from "./texts";

/** Undefined while loading. */
type WeekFiguresProps = { calls: number | undefined; unanswered: number | undefined };

export function WeekFigures({ calls, unanswered }: WeekFiguresProps) {
  return (
    <dl className="grid pairs gap-4" aria-busy={calls === undefined || unanswered === undefined}>
      <Figure label={WEEK.calls} value={calls} />
      <Figure label={WEEK.unanswered} value={unanswered} />
    </dl>
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
