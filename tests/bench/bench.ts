/** What a `*.bench.ts` file exports under the name `bench`. */
export interface Bench {
  title: string;
  measure(): Promise<(Figure | Table)[]>;
}

/** One measured quantity beside a baseline measured in the same run on the same machine. */
export interface Figure {
  name: string;
  /** Of both numbers: "ms", "mutations/s", or nothing for a count. */
  unit: string;
  value: number;
  /** What the value is compared with, say the bare database without the backend around it. */
  baseline?: { name: string; value: number };
}

/** As it stands in a document. */
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
