import { Link } from "react-router-dom";
import { formatDay, formatNumber } from "../../lib/formats";
import { CHARTS } from "./texts";

type Bar = { startMs: number; value: number };
type BarChartProps = {
  title: string;
  bars: Bar[];
  total: string;
  /** Where a day's bar leads; null for a day that leads nowhere. */
  pathOf?: (startMs: number) => string | null;
};

const HEIGHT = 96;
/** The bar's share of a day's width; the rest is the gap to the next bar. */
const BAR_SHARE = 0.7;
/** Keeps a day with few calls visible. */
const MIN_HEIGHT = 2;

/** A bar chart that starts at zero and labels its peak. The table beside it has every value. */
export function BarChart({ title, bars, total, pathOf }: BarChartProps) {
  const highest = Math.max(...bars.map(({ value }) => value), 0);
  const dayShare = 100 / bars.length;
  const [first, last] = [bars[0], bars.at(-1)];

  return (
    <figure className="grid min-w-0 gap-3">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{title}</span>
        <span className="text-muted tabular-nums">{total}</span>
      </figcaption>
      <div className="relative">
        <svg width="100%" height={HEIGHT} role="img" aria-label={`${title}: ${total}`}>
          {bars.map(({ startMs, value }, index) => {
            const height = value === 0 ? 0 : Math.max((value / highest) * HEIGHT, MIN_HEIGHT);
            return (
              <rect
                key={startMs}
                x={`${index * dayShare + (dayShare * (1 - BAR_SHARE)) / 2}%`}
                y={HEIGHT - height}
                width={`${dayShare * BAR_SHARE}%`}
                height={height}
                rx={1.5}
                className="fill-accent"
              />
            );
          })}
        </svg>
        <div className="h-px bg-field-line/60" />
        <Columns bars={bars} pathOf={pathOf} />
      </div>
      <div className="flex justify-between text-small text-faint tabular-nums">
        <span>{first !== undefined && formatDay(first.startMs)}</span>
        {highest > 0 && <span>{CHARTS.peak(formatNumber(highest))}</span>}
        <span>{last !== undefined && last !== first && formatDay(last.startMs)}</span>
      </div>
    </figure>
  );
}

/** A day's whole height shows its value and leads to its calls. Keyboards and screen readers have the table's links. */
function Columns({ bars, pathOf }: Pick<BarChartProps, "bars" | "pathOf">) {
  return (
    <div aria-hidden className="absolute inset-0 flex">
      {bars.map(({ startMs, value }) => {
        const path = pathOf?.(startMs) ?? null;
        const text = `${formatDay(startMs)}: ${formatNumber(value)}`;
        return path === null ? (
          <span key={startMs} title={text} className="flex-1" />
        ) : (
          <Link
            key={startMs}
            to={path}
            title={text}
            tabIndex={-1}
            className="flex-1 rounded-control hover:bg-ink/10"
          />
        );
      })}
    </div>
  );
}
