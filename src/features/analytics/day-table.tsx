import { formatDate, formatNumber } from "../../lib/formats";
import { CHARTS } from "./texts";

type DayTableProps = {
  label: string;
  titles: string[];
  days: { startMs: number; figures: number[] }[];
};

/** Newest first, like the list of calls. */
export function DayTable({ label, titles, days }: DayTableProps) {
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
                {formatDate(startMs)}
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
