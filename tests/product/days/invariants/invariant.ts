import type { Snapshot } from "../snapshot.ts";

/** What must hold after ten days. */
export interface Invariant {
  rule: string;
  /** One line for each violation. */
  failures: (snapshot: Snapshot) => string[];
}

/** Entries that occur more than once. */
export function repeated(list: readonly string[]): string[] {
  return [...new Set(list.filter((one, at) => list.indexOf(one) !== at))];
}

/** Entries of the first list that the second lacks. */
export function without(list: readonly string[], others: readonly string[]): string[] {
  return list.filter((one) => !others.includes(one));
}
