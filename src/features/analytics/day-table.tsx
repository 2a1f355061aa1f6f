import { formatDate, formatNumber } from "../../lib/formats";
import type { DayOfCalls } from "./call-days";

/** Newest first, as the calls below. */
export function DayTable({ days }: { days: DayOfCalls[] }) {
  return (
    <div
      role="region"
      aria-label="Calls and minutes per day"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keyboard.
      tabIndex={0}
      className="mt-4 max-h-80 max-w-form overflow-y-auto rounded-control border border-line"
    >
      <table className="w-full text-right tabular-nums">
        <thead className="sticky top-0 bg-surface text-small text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="px-4 py-2 text-left font-medium">
              Day
            </th>
            <th scope="col" className="px-4 py-2 font-medium">
              Calls
            </th>
            <th scope="col" className="px-4 py-2 font-medium">
              Minutes
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ startMs, calls, minutes }) => (
            <tr key={startMs} className="border-b border-line last:border-0">
              <th scope="row" className="px-4 py-1.5 text-left font-normal">
                {formatDate(startMs)}
              </th>
              <td className="px-4 py-1.5">{formatNumber(calls)}</td>
              <td className="px-4 py-1.5">{formatNumber(minutes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
