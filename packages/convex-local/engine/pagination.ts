/** Pages of an ordered query. A cursor is the index key after which the next page begins. */
import { must } from "@hark/stand-in-kit/must";
import { afterKey } from "../values/order-key.ts";
import { passesFilter } from "./filter.ts";
import type { KeyRange } from "../storage/store.ts";
import { planRange, planSearch, tableNameOf, visible } from "./document-stream.ts";
import type { FindTable, RangePlan, RowSource, SerializedQuery } from "./document-stream.ts";
import type { Document } from "./document.ts";
import { searchRows } from "./search.ts";
import type { Transaction } from "./transaction.ts";
import { LIMITS } from "./usage.ts";

export interface PageRequest {
  query: SerializedQuery;
  cursor: string | null;
  endCursor: string | null;
  pageSize: number;
  maximumRowsRead?: number | null;
  maximumBytesRead?: number | null;
}

export interface Page {
  page: Document[];
  isDone: boolean;
  continueCursor: string;
  splitCursor: string | null;
  pageStatus: "SplitRecommended" | "SplitRequired" | null;
}

const END = "_end_cursor";
const LONGEST_ARRAY = 8_192;
/** From how much of a limit on a page asks to be split. */
const softLimit = (limit: number) => Math.floor(limit * 0.75);

class InvalidCursor extends Error {
  // Convex's clients recognize this text, and restart from the first page.
  readonly data = { isConvexSystemError: true, paginationError: "InvalidCursor" };
}

/** As get-convex/convex-backend, crates/isolate/src/environment/udf/async_syscall.rs `read_page_from_query`. */
export function readPage(
  transaction: Transaction,
  request: PageRequest,
  findTable: FindTable,
): Page {
  const { query, cursor, endCursor, pageSize } = request;
  checkSizes(request);
  const identity = planIdentity(query);
  const start = cursor === null ? null : decode(cursor, identity);
  const end = endCursor === null ? null : decode(endCursor, identity);
  const rows = openRows(transaction, request, findTable, { start, end });
  // A page with an end must be read to it, whatever it takes.
  const most: Partial<PageRequest> = end === null ? request : {};
  const page: Document[] = [];
  const keys: Buffer[] = [];
  let bytesRead = 0;
  let endsEarly = false;
  let reached: Buffer | typeof END | null = end;
  while (end !== null || page.length < pageSize) {
    endsEarly =
      keys.length >= (most.maximumRowsRead ?? Infinity) ||
      bytesRead >= (most.maximumBytesRead ?? Infinity);
    if (endsEarly) break;
    const row = rows.next();
    if (row === null) {
      reached ??= END;
      break;
    }
    keys.push(row.key);
    bytesRead += row.document.sizeBytes;
    const passes = query.operators.every(
      (operator) => !("filter" in operator) || passesFilter(operator.filter, row.document.json()),
    );
    if (passes) page.push(visible(row.document, tableNameOf(query.source)));
  }
  const last = reached ?? must(keys.at(-1), "last key of a page that is not the last");
  const isLong =
    page.length > softLimit(LONGEST_ARRAY) ||
    keys.length > softLimit(Math.min(request.maximumRowsRead ?? Infinity, LIMITS.documentsRead)) ||
    bytesRead > softLimit(Math.min(request.maximumBytesRead ?? Infinity, LIMITS.bytesRead));
  return {
    page,
    isDone: last === END,
    continueCursor: encode(last, identity),
    splitCursor: query.source.type === "Search" ? null : middle(keys, identity),
    pageStatus: endsEarly ? "SplitRequired" : isLong ? "SplitRecommended" : null,
  };
}

function checkSizes({ pageSize, maximumRowsRead, maximumBytesRead }: PageRequest): void {
  for (const [name, size] of Object.entries({ pageSize, maximumRowsRead, maximumBytesRead })) {
    // Upstream reads an unsigned number, and NaN and Infinity arrive as null in JSON.
    if (size != null && !(Number.isInteger(size) && size >= 0)) {
      throw new Error(`Invalid argument ${name} of a page: ${size} is no whole number`);
    }
  }
  if (pageSize < 1) throw new Error("Must request at least 1 document while paginating");
  if (pageSize > LIMITS.documentsRead) {
    throw new Error(`Requested too many items: ${pageSize}`);
  }
  if (maximumRowsRead === 0 || maximumBytesRead === 0) {
    throw new Error("maximumRowsRead and maximumBytesRead must be greater than 0");
  }
}

interface Bounds {
  start: Buffer | typeof END | null;
  end: Buffer | typeof END | null;
}

function openRows(
  transaction: Transaction,
  { query: { source }, pageSize }: PageRequest,
  findTable: FindTable,
  { start, end }: Bounds,
): RowSource {
  if (source.type === "Search") {
    const isWanted = (key: Buffer) =>
      (start === null || (start !== END && key.compare(start) > 0)) &&
      (end === null || end === END || key.compare(end) <= 0);
    return searchRows(transaction, planSearch(source, findTable), isWanted);
  }
  const plan = planRange(source, findTable);
  if (start === END) return { next: () => null };
  const range = narrow(plan, start, end);
  return transaction.walk({ ...plan, range, expectedRows: pageSize });
}

function middle(keys: readonly Buffer[], identity: string): string | null {
  const key = keys[Math.floor(keys.length / 2)];
  return key === undefined || keys.length <= 2 ? null : encode(key, identity);
}

/** The part of the range that lies after `start` and up to and including `end`, in walking order. */
function narrow(
  { range, order }: RangePlan,
  start: Buffer | null,
  end: Buffer | typeof END | null,
): KeyRange {
  const { lower, upper } = range;
  const hasStart = start !== null;
  const hasEnd = end !== null && end !== END;
  if (order === "asc") {
    return { lower: hasStart ? afterKey(start) : lower, upper: hasEnd ? afterKey(end) : upper };
  }
  return { lower: hasEnd ? end : lower, upper: hasStart ? start : upper };
}

// A cursor only makes sense for the query that produced it.
function planIdentity({ source, operators }: SerializedQuery): string {
  return JSON.stringify([source, operators]);
}

function encode(key: Buffer | typeof END, identity: string): string {
  return `${key === END ? END : key.toString("base64url")}.${fingerprint(identity)}`;
}

function decode(cursor: string, identity: string): Buffer | typeof END {
  const [key = "", print] = cursor.split(".");
  if (print !== fingerprint(identity)) {
    throw new InvalidCursor(
      "InvalidCursor: Tried to run a query starting from a cursor, but it looks like this cursor is from a different query.",
    );
  }
  return key === END ? END : Buffer.from(key, "base64url");
}

function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  }
  return hash.toString(36);
}
