/** What a `*.bench.ts` file exports under the name `bench`. */
export interface Bench {
  title: string;
  measure(): Promise<(Figure | Table)[]>;
}

/** A measured value, with a baseline that was measured in the same run on the same machine. */
export interface Figure {
  name: string;
  /** The unit of both numbers: "ms", "KB", or "" for a count. */
  unit: string;
  value: number;
  /** What the value is compared with. */
  baseline?: { name: string; value: number };
}

/** A table as the docs show it. */
export interface Table {
  title: string;
  columns: string[];
  rows: string[][];
}

export function isTable(result: Figure | Table): result is Table {
  return "columns" in result;
}

export function isBench(value: unknown): value is Bench {
  return (
    typeof value === "object" &&
    value !== null &&
    "title" in value &&
    typeof value.title === "string" &&
    "measure" in value &&
    typeof value.measure === "function"
  );
}
