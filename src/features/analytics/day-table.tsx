import { Link } from "react-router-dom";
import { formatDate, formatNumber } from "../../lib/formats";
import { CHARTS } from "./texts";

type DayTableProps = {
  label: string;
  titles: string[];
  days: { startMs: number; figures: number[] }[];
  /** Where a day leads; null for a day that leads nowhere. */
  pathOf?: (startMs: number) => string | null;
};

/** Newest first, like the list of calls. */
export function DayTable({ label, titles, days, pathOf }: DayTableProps) {
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Keyboard users must be able to scroll it.
      tabIndex={0}
      className="mt-4 max-h-80 max-w-form overflow-y-auto rounded-control border border-line"
    >
      <table className="w-full text-right tabular-nums">
        <thead className="sticky top-0 bg-surface text-small text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="px-4 py-2 text-left font-medium">
              {CHARTS.day}
            </th>
            {titles.map((title) => (
              <th key={title} scope="col" className="px-4 py-2 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ startMs, figures }) => (
            <tr key={startMs} className="border-b border-line last:border-0">
              <th scope="row" className="px-4 py-1.5 text-left font-normal">
                <Day startMs={startMs} path={pathOf?.(startMs) ?? null} />
              </th>
              {titles.map((title, column) => (
                <td key={title} className="px-4 py-1.5">
                  {formatNumber(figures[column] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Day({ startMs, path }: { startMs: number; path: string | null }) {
  if (path === null) return formatDate(startMs);
  return (
    <Link
      to={path}
      aria-label={CHARTS.callsOf(formatDate(startMs))}
      className="text-accent-ink underline-offset-4 hover:underline"
    >
      {formatDate(startMs)}
    </Link>
  );
}
