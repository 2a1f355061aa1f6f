import type { Figure } from "./bench.ts";

/** The figures as aligned lines: name, value, and how it stands to its baseline. */
export function formatFigures(figures: Figure[]): string[] {
  const rows = figures.map(({ name, unit, value, baseline }) => [
    name,
    `${formatNumber(value)} ${unit}`,
    baseline === undefined ? "" : `${formatNumber(baseline.value)} ${unit} ${baseline.name}`,
    baseline === undefined ? "" : `x ${(value / baseline.value).toPrecision(2)}`,
  ]);
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("   ")
      .trimEnd(),
  );
}

function formatNumber(value: number): string {
  return new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 }).format(value);
}
