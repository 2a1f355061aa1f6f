/** Pages of an ordered query. A cursor is the index key after which the next page begins. */
import { must } from "../../must.ts";
import { afterKey } from "../values/order-key.ts";
import { passesFilter } from "./filter.ts";
import type { KeyRange } from "../storage/store.ts";
import { planRange, tableNameOf, visible } from "./document-stream.ts";
import type { FindTable, RangePlan, SerializedQuery } from "./document-stream.ts";
import type { Document } from "./document.ts";
import type { Transaction } from "./transaction.ts";

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

class InvalidCursor extends Error {
  // The clients of Convex know it by this, and start anew from the first page.
  readonly data = { isConvexSystemError: true, paginationError: "InvalidCursor" };
}

export function readPage(
  transaction: Transaction,
  request: PageRequest,
  findTable: FindTable,
): Page {
  const { query, cursor, endCursor, pageSize } = request;
  if (query.source.type === "Search") throw new Error("Search queries can't be paginated here.");
  const plan = planRange(query.source, findTable);
  const identity = planIdentity(query);
  const start = cursor === null ? null : decode(cursor, identity);
  const end = endCursor === null ? null : decode(endCursor, identity);
  if (pageSize < 1) throw new Error("Must request at least 1 document while paginating");
  if (start === END) return lastPage([], [], { identity, pageSize });

  const range = narrow(plan, start, end);
  const rows = transaction.walk({ ...plan, range, expectedRows: pageSize });
  const page: Document[] = [];
  const keys: Buffer[] = [];
  let bytesRead = 0;
  const isFull = () => end === null && page.length >= pageSize;
  while (!isFull()) {
    const row = rows.next();
    if (row === null) {
      if (end === null || end === END) return lastPage(page, keys, { identity, pageSize });
      return toPage(page, keys, { identity, pageSize, continueCursor: encode(end, identity) });
    }
    keys.push(row.key);
    bytesRead += row.document.sizeBytes;
    const passes = query.operators.every(
      (operator) => !("filter" in operator) || passesFilter(operator.filter, row.document.json()),
    );
    if (passes) page.push(visible(row.document, tableNameOf(query.source)));
    const isOverLimit =
      keys.length >= (request.maximumRowsRead ?? Infinity) ||
      bytesRead >= (request.maximumBytesRead ?? Infinity);
    if (isOverLimit) {
      const continueCursor = encode(row.key, identity);
      return {
        ...toPage(page, keys, { identity, pageSize, continueCursor }),
        pageStatus: "SplitRequired",
        splitCursor: middle(keys, identity),
      };
    }
  }
  const continueCursor = encode(must(keys.at(-1), "last key of a full page"), identity);
  return toPage(page, keys, { identity, pageSize, continueCursor });
}

interface PageContext {
  identity: string;
  pageSize: number;
  continueCursor: string;
}

function lastPage(
  page: Document[],
  keys: Buffer[],
  context: Omit<PageContext, "continueCursor">,
): Page {
  const continueCursor = encode(END, context.identity);
  return { ...toPage(page, keys, { ...context, continueCursor }), isDone: true };
}

function toPage(page: Document[], keys: Buffer[], context: PageContext): Page {
  // A filter that makes the page walk far past its size is worth splitting.
  const isLong = keys.length > context.pageSize + 1;
  return {
    page,
    isDone: false,
    continueCursor: context.continueCursor,
    splitCursor: isLong ? middle(keys, context.identity) : null,
    pageStatus: isLong ? "SplitRecommended" : null,
  };
}

function middle(keys: readonly Buffer[], identity: string): string | null {
  const key = keys[Math.floor((keys.length - 1) / 2)];
  return key === undefined || keys.length < 2 ? null : encode(key, identity);
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
