import type { Figure, Table } from "./bench.ts";

/** Formats figures as aligned lines: name, value, baseline and ratio. */
export function formatFigures(figures: Figure[]): string[] {
  const rows = figures.map(({ name, unit, value, baseline }) => [
    name,
    formatAmount(value, unit),
    baseline === undefined ? "" : `${formatAmount(baseline.value, unit)} ${baseline.name}`,
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

const IS_NUMBER = /^-?\$?[\d.,]+$/;

/** Formats a table as lines of Markdown, with numbers aligned to the right. */
export function formatTable({ title, columns, rows }: Table): string[] {
  const cellsOf = (at: number) => rows.map((row) => row[at] ?? "");
  const shapes = columns.map((column, at) => ({
    width: Math.max(3, column.length, ...cellsOf(at).map(({ length }) => length)),
    isNumeric: cellsOf(at).every((cell) => IS_NUMBER.test(cell)),
  }));
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const padded = (cells: string[]) =>
    line(
      shapes.map(({ width, isNumeric }, at) =>
        isNumeric ? (cells[at] ?? "").padStart(width) : (cells[at] ?? "").padEnd(width),
      ),
    );
  const rule = line(
    shapes.map(({ width, isNumeric }) =>
      isNumeric ? `${"-".repeat(width - 1)}:` : "-".repeat(width),
    ),
  );
  return [`### ${title}`, "", padded(columns), rule, ...rows.map(padded)];
}

function formatAmount(value: number, unit: string): string {
  return `${formatNumber(value)} ${unit}`.trimEnd();
}

function formatNumber(value: number): string {
  return new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 }).format(value);
}
