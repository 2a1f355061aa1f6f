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

/** Convex's limit on the candidates of a search. */
const MOST_CANDIDATES = 1_024;
const MOST_TERMS = 16;
const MOST_FILTERS = 8;

/** The rows in their rank's order, by whose key pages are told apart; `isWanted` says which of them count. */
export function searchRows(
  transaction: Transaction,
  plan: SearchPlan,
  isWanted: (key: Buffer) => boolean = () => true,
) {
  let ranked: CursorRow[] | undefined;
  let returned = 0;
  return {
    next(): CursorRow | null {
      ranked ??= rank(transaction, plan).filter(({ key }) => isWanted(key));
      const row = ranked.shift() ?? null;
      // Upstream fails here even when there is nothing more (crates/database/src/query/search_query.rs).
      if (returned === MOST_CANDIDATES) throw new Error(SCANNED_TOO_MANY);
      returned += 1;
      // Only returned rows count as read: upstream's `SearchResultIterator::next`.
      if (row !== null) transaction.countRead(plan.table, row.document);
      return row;
    },
  };
}

const SCANNED_TOO_MANY =
  "Search query scanned too many documents (fetched 1024). Consider using a smaller limit, paginating the " +
  "query, or using a filter field to limit the number of documents pulled from the search index.";

function rank(transaction: Transaction, { table, index, filters }: SearchPlan): CursorRow[] {
  const { search, equalities } = checkFilters({ table, index, filters });
  transaction.countQuery();
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
    .map(({ row: { document }, score }) => ({ key: rankKey(document, score), document }))
    .sort((a, b) => a.key.compare(b.key))
    .slice(0, MOST_CANDIDATES);
}

/** The best first, and of those the newest: crates/search/src/lib.rs, `index_key_bytes`. */
function rankKey(document: Document, score: number): Buffer {
  const { _creationTime: time } = document.json();
  return encodeOrderKey([-score, -(time as number), document.id]);
}

/** In the words of get-convex/convex-backend, crates/search/src/lib.rs `compile`. */
function checkFilters({ table, index, filters }: SearchPlan) {
  const [searchField = ""] = index.fields;
  const query = `Search query against ${table.name}.${index.name}`;
  const [search, second] = filters.filter((filter) => filter.type === "Search");
  const equalities = filters.filter((filter) => filter.type === "Eq");
  if (search === undefined) {
    throw new Error(
      `${query} does not contain any search filters. You must include a search filter like ` +
        `\`q.search("${searchField}", searchText)\`.`,
    );
  }
  if (search.fieldPath !== searchField) {
    throw new Error(
      `${query} contains a search filter against "${search.fieldPath}", which doesn't match the ` +
        `indexed \`searchField\` "${searchField}".`,
    );
  }
  if (second !== undefined) {
    throw new Error(
      `${query} contains multiple search filters against "${searchField}". Only one is allowed.`,
    );
  }
  for (const { fieldPath } of equalities) {
    if (index.filterFields.includes(fieldPath)) continue;
    throw new Error(
      `${query} contains an equality filter on "${fieldPath}" but that field isn't indexed for ` +
        "filtering in `filterFields`.",
    );
  }
  if (equalities.length > MOST_FILTERS) {
    throw new Error(
      `${query} has too many filter conditions. Max: ${MOST_FILTERS} Actual: ${equalities.length}`,
    );
  }
  return { search, equalities };
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
  const cursor = transaction.look({ ...at, range, order: "asc" }, isWanted);
  for (let i = 0; i < MOST_CANDIDATES; i += 1) {
    const row = cursor.next();
    if (row === null) return;
    yield row;
  }
}

function isEqual(document: Document, { fieldPath, value }: SearchFilter): boolean {
  return compareValues(valueAtPath(document.json(), fieldPath), maybeUndefined(value)) === 0;
}
