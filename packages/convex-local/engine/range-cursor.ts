/** Walks a range of an index: committed rows merged with the transaction's own writes. */
import type { KeyRange, StoredRow } from "../storage/store.ts";
import type { Index, Table } from "./catalog.ts";
import { afterKey } from "../values/order-key.ts";
import { documentFromRow } from "./document.ts";
import type { Document } from "./document.ts";
import type { ReadInterval } from "./read-set.ts";

export interface CursorRow {
  key: Buffer;
  document: Document;
}

/** The part of a transaction that a cursor uses. */
export interface CursorSource {
  /** Brings the snapshot up to now, or fails if that would change what was read. */
  refresh(): bigint;
  scan(index: Index, range: KeyRange, order: "asc" | "desc", limit: number): StoredRow[];
  firstPending(index: Index, range: KeyRange, order: "asc" | "desc"): CursorRow | null;
  /** Whether the transaction has written this document, so that its stored row no longer counts. */
  isOverwritten(table: Table, document: Document): boolean;
  recordRead(index: Index, interval: ReadInterval): ReadInterval;
}

export interface CursorOptions {
  table: Table;
  index: Index;
  range: KeyRange;
  order: "asc" | "desc";
  /** How many rows the caller expects to want, if it knows. */
  expectedRows?: number | undefined;
}

const FIRST_BATCH = 16;
const LARGEST_BATCH = 1_024;

export class RangeCursor {
  private readonly source: CursorSource;
  private readonly options: CursorOptions;
  private readonly interval: ReadInterval;
  /** The part of the range that the merged walk has not reached. */
  private rest: KeyRange;
  /** The part of the range whose stored rows are not fetched: `rest` without what is in `rows`. */
  private unfetched: KeyRange;
  private rows: StoredRow[] = [];
  private rowsAt: bigint | null = null;
  private reachedEnd = false;
  private batch: number;

  constructor(source: CursorSource, options: CursorOptions) {
    this.source = source;
    this.options = options;
    const { range, order, index, expectedRows } = options;
    this.rest = range;
    this.unfetched = range;
    this.batch = Math.min(Math.max(expectedRows ?? FIRST_BATCH, 1), LARGEST_BATCH);
    const start = order === "asc" ? range.lower : range.upper;
    // Nothing is read yet: an interval of no keys at the end where the walk begins.
    this.interval = source.recordRead(
      index,
      start === null ? { lower: TOP, upper: null } : { lower: start, upper: start },
    );
  }

  next(): CursorRow | null {
    const { index, order } = this.options;
    const stored = this.nextStored();
    const pending = this.source.firstPending(index, this.rest, order);
    const row = nearest(stored, pending, order);
    if (row === null) {
      this.coverTo(null);
      return null;
    }
    if (row === stored) this.rows.shift();
    this.coverTo(row.key);
    return row;
  }

  /** The next stored row that the transaction has not overwritten, left in place. */
  private nextStored(): CursorRow | null {
    for (;;) {
      this.fetch();
      const [row] = this.rows;
      if (row === undefined) return null;
      const document = documentFromRow(row);
      if (!this.source.isOverwritten(this.options.table, document))
        return { key: row.key, document };
      this.rows.shift();
    }
  }

  private fetch(): void {
    const { index, order } = this.options;
    const snapshot = this.source.refresh();
    if (this.rowsAt !== snapshot) {
      // A commit intervened: prefetched rows may have changed.
      this.rows = [];
      this.unfetched = this.rest;
      this.reachedEnd = false;
      this.rowsAt = snapshot;
    }
    if (this.rows.length > 0 || this.reachedEnd) return;
    this.rows = this.source.scan(index, this.unfetched, order, this.batch);
    this.reachedEnd = this.rows.length < this.batch;
    this.batch = Math.min(this.batch * 4, LARGEST_BATCH);
    const last = this.rows.at(-1);
    if (last !== undefined) this.unfetched = beyond(this.unfetched, last.key, order);
  }

  /** Counts everything up to and including `key` as read, or the whole range for null. */
  private coverTo(key: Buffer | null): void {
    const { range, order } = this.options;
    this.rest = key === null ? this.rest : beyond(this.rest, key, order);
    if (order === "asc") this.interval.upper = key === null ? range.upper : this.rest.lower;
    else this.interval.lower = key ?? range.lower;
  }
}

// Above every key: keys start with a tag, and no tag is this large.
const TOP = Buffer.from([0xff]);

/** The part of a range that comes after `key`. */
function beyond({ lower, upper }: KeyRange, key: Buffer, order: "asc" | "desc"): KeyRange {
  return order === "asc" ? { lower: afterKey(key), upper } : { lower, upper: key };
}

function nearest(
  a: CursorRow | null,
  b: CursorRow | null,
  order: "asc" | "desc",
): CursorRow | null {
  if (a === null) return b;
  if (b === null) return a;
  const isFirst = a.key.compare(b.key) < 0;
  return isFirst === (order === "asc") ? a : b;
}
