import type { Books } from "../books.ts";

/** What has to hold after ten days, in an owner's words. */
export interface Invariant {
  says: string;
  /** One for each thing that is not so. */
  complaints: (books: Books) => string[];
}

/** What there is more than once. */
export function repeated(list: readonly string[]): string[] {
  return [...new Set(list.filter((one, at) => list.indexOf(one) !== at))];
}

/** What one list has and the other lacks. */
export function without(list: readonly string[], others: readonly string[]): string[] {
  return list.filter((one) => !others.includes(one));
}
