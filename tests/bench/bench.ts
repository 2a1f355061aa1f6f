/** What a `*.bench.ts` file exports under the name `bench`. */
export interface Bench {
  title: string;
  measure(): Promise<Figure[]>;
}

/** One measured quantity beside a baseline measured in the same run on the same machine. */
export interface Figure {
  name: string;
  /** Of both numbers: "ms", "mutations/s". */
  unit: string;
  value: number;
  /** What the value is compared with, say the bare database without the backend around it. */
  baseline?: { name: string; value: number };
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
