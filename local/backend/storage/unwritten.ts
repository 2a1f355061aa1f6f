/** What the store holds but SQLite does not yet: rows in memory, read by their keys and in their order. */
import type { Batch, DocumentWrite, IndexAddress, KeyRange } from "./store.ts";

/** Null where the row is removed. */
export interface UnwrittenRow<T> {
  key: Buffer;
  value: T | null;
}

export type Content = NonNullable<DocumentWrite["content"]>;

export class Unwritten {
  private readonly documents = new Map<number, SortedRows<Content>>();
  /** With the key of the document that an entry leads to. */
  private readonly entries = new Map<number, SortedRows<Buffer>>();

  add({ documents, entries }: Batch): void {
    for (const { tablet, key, content } of documents) {
      rowsOf(this.documents, tablet).set(key, content);
    }
    for (const { index, key, documentKey } of entries) {
      rowsOf(this.entries, index).set(key, documentKey);
    }
  }

  documentsOf(tablet: number): SortedRows<Content> | undefined {
    return this.documents.get(tablet);
  }

  /** Whether it may have another answer to a scan than SQLite. */
  touches({ tablet, index }: IndexAddress): boolean {
    return this.documents.has(tablet) || (index !== null && this.hasEntries(index));
  }

  /** Or has removed some. */
  hasEntries(index: number): boolean {
    return this.entries.has(index);
  }

  rowsOf({ tablet, index }: IndexAddress): SortedRows<Content | Buffer> | undefined {
    return index === null ? this.documents.get(tablet) : this.entries.get(index);
  }
}

function rowsOf<T>(all: Map<number, SortedRows<T>>, number: number): SortedRows<T> {
  const existing = all.get(number);
  if (existing !== undefined) return existing;
  const rows = new SortedRows<T>();
  all.set(number, rows);
  return rows;
}

/** More than these are sorted together, and not put in their places one by one. */
const FEW = 32;

export class SortedRows<T> {
  private readonly rows = new Map<string, UnwrittenRow<T>>();
  private readonly sorted: string[] = [];
  /** Most rows are written to SQLite before anybody asks for their order. */
  private unsorted: string[] = [];

  set(key: Buffer, value: T | null): void {
    const name = nameOf(key);
    if (!this.rows.has(name)) this.unsorted.push(name);
    this.rows.set(name, { key, value });
  }

  get(key: Buffer): UnwrittenRow<T> | undefined {
    return this.rows.get(nameOf(key));
  }

  all(): Iterable<UnwrittenRow<T>> {
    return this.rows.values();
  }

  /** Those in the range, in this order; nothing may be written meanwhile. */
  *walk({ lower, upper }: KeyRange, order: "asc" | "desc"): Generator<UnwrittenRow<T>, undefined> {
    this.sort();
    const from = this.position(nameOf(lower));
    const to = upper === null ? this.sorted.length : this.position(nameOf(upper));
    for (let at = 0; at < to - from; at += 1) {
      const name = this.sorted[order === "asc" ? from + at : to - 1 - at] ?? "";
      const row = this.rows.get(name);
      if (row !== undefined) yield row;
    }
    return undefined;
  }

  private sort(): void {
    const { sorted, unsorted } = this;
    if (unsorted.length > FEW) {
      sorted.push(...unsorted);
      sorted.sort((a, b) => (a < b ? -1 : 1));
    } else {
      for (const name of unsorted) sorted.splice(this.position(name), 0, name);
    }
    this.unsorted = [];
  }

  /** Where the name stands, or would be put. */
  private position(name: string): number {
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.sorted[middle] ?? "") < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** One character for each byte, so that names are ordered as their keys are. */
function nameOf(key: Buffer): string {
  return key.toString("latin1");
}
