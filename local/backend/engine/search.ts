/** Full-text search: documents that hold any of the words, the best matches first. */
import { afterPrefix, encodeOrderKey } from "../values/order-key.ts";
import { maybeUndefined, valueAtPath } from "../values/json.ts";
import { tokensOf } from "../values/search-text.ts";
import { compareValues } from "convex/values";
import type { JSONValue } from "convex/values";
import type { Index, Table } from "./catalog.ts";
import type { Document } from "./document.ts";
import type { CursorRow } from "./range-cursor.ts";
import type { Transaction } from "./transaction.ts";

export type SearchFilter =
  | { type: "Search"; fieldPath: string; value: string }
  | { type: "Eq"; fieldPath: string; value: JSONValue };

interface SearchPlan {
  table: Table;
  index: Index;
  filters: readonly SearchFilter[];
}

/** Convex's own bound on what a search considers. */
const MOST_CANDIDATES = 1_024;
const MOST_TERMS = 16;

export function searchRows(transaction: Transaction, plan: SearchPlan) {
  let ranked: CursorRow[] | undefined;
  return {
    next(): CursorRow | null {
      ranked ??= rank(transaction, plan);
      return ranked.shift() ?? null;
    },
  };
}

function rank(transaction: Transaction, { table, index, filters }: SearchPlan): CursorRow[] {
  const [searchField] = index.fields;
  const search = filters.find((filter) => filter.type === "Search");
  if (search === undefined || search.fieldPath !== searchField) {
    throw new Error(`A search of ${table.name}.${index.name} needs .search("${searchField}", …)`);
  }
  const equalities = filters.filter((filter) => filter.type === "Eq");
  for (const { fieldPath } of equalities) {
    if (index.filterFields.includes(fieldPath)) continue;
    throw new Error(`${table.name}.${index.name} cannot filter by "${fieldPath}"`);
  }
  const terms = tokensOf(search.value).slice(0, MOST_TERMS);
  const found = new Map<string, { row: CursorRow; score: number }>();
  for (const [i, term] of terms.entries()) {
    // The last word may still be being typed, so it matches as a prefix.
    const isPrefix = i === terms.length - 1;
    const isWanted = (document: Document) =>
      equalities.every((filter) => isEqual(document, filter));
    for (const row of matches(transaction, { table, index, isWanted }, term, isPrefix)) {
      const hit = found.get(row.document.id) ?? { row, score: 0 };
      hit.score += 1 / Math.log(2 + row.document.sizeBytes);
      found.set(row.document.id, hit);
    }
  }
  return [...found.values()]
    .sort((a, b) => b.score - a.score || newestFirst(a.row.document, b.row.document))
    .slice(0, MOST_CANDIDATES)
    .map(({ row }) => row);
}

function* matches(
  transaction: Transaction,
  { isWanted, ...at }: { table: Table; index: Index; isWanted: (document: Document) => boolean },
  term: string,
  isPrefix: boolean,
): Iterable<CursorRow> {
  const word = encodeOrderKey([term]);
  // Without its two closing bytes the encoding is a prefix of every longer word's.
  const start = isPrefix ? word.subarray(0, word.length - 2) : word;
  const range = { lower: start, upper: afterPrefix(start) };
  const cursor = transaction.walk({ ...at, range, order: "asc" }, isWanted);
  for (let i = 0; i < MOST_CANDIDATES; i += 1) {
    const row = cursor.next();
    if (row === null) return;
    yield row;
  }
}

function isEqual(document: Document, { fieldPath, value }: SearchFilter): boolean {
  return compareValues(valueAtPath(document.json(), fieldPath), maybeUndefined(value)) === 0;
}

function newestFirst(a: Document, b: Document): number {
  return (b.json()._creationTime as number) - (a.json()._creationTime as number);
}
