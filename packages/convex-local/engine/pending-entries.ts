import type { KeyRange } from "../storage/store.ts";
import type { Document } from "./document.ts";

interface PendingEntry {
  key: Buffer;
  document: Document;
}

/** A transaction's own uncommitted documents in the order of one index. */
export class PendingEntries {
  private readonly entries: PendingEntry[] = [];

  add(key: Buffer, document: Document): void {
    this.entries.splice(this.position(key), 0, { key, document });
  }

  remove(key: Buffer): void {
    const at = this.position(key);
    if (this.entries[at]?.key.equals(key) === true) this.entries.splice(at, 1);
  }

  /** The first entry in the range when walking in the given order. */
  first({ lower, upper }: KeyRange, order: "asc" | "desc"): PendingEntry | null {
    const from = this.position(lower);
    const to = upper === null ? this.entries.length : this.position(upper);
    if (from >= to) return null;
    return this.entries[order === "asc" ? from : to - 1] ?? null;
  }

  /** Where the key stands, or would be inserted. */
  private position(key: Buffer): number {
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = this.entries[middle];
      if (entry !== undefined && entry.key.compare(key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
