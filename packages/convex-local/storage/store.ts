/** The interface between the engine and the disk: ordered bytes in, ordered bytes out. */

/** Which index to read: `documents` is the table itself, ordered by id. */
export interface IndexAddress {
  tablet: number;
  /** Null for the table's own order by id. */
  index: number | null;
}

export interface KeyRange {
  lower: Buffer;
  /** Exclusive; null means to the end. */
  upper: Buffer | null;
}

export interface StoredRow {
  /** The key in the index that was read. */
  key: Buffer;
  text: string;
  /** Size by Convex's formula, stored so that a read need not compute it. */
  sizeBytes: number;
}

export interface DocumentWrite {
  tablet: number;
  key: Buffer;
  /** Null removes the document. */
  content: { text: string; sizeBytes: number } | null;
}

export interface EntryWrite {
  index: number;
  key: Buffer;
  /** The document's key, or null to remove the entry. */
  documentKey: Buffer | null;
}

export interface Batch {
  timestamp: bigint;
  documents: readonly DocumentWrite[];
  entries: readonly EntryWrite[];
}

/** Read-only. The code that opens it closes it. */
export type StoreSnapshot = Pick<Store, "scan" | "count" | "close">;

export interface Store {
  get(tablet: number, key: Buffer): StoredRow | null;
  scan(address: IndexAddress, range: KeyRange, order: "asc" | "desc", limit: number): StoredRow[];
  count(tablet: number): number;
  /** What is committed at this moment, unaffected by later writes. */
  snapshot(): StoreSnapshot;
  /**
   * Readable through this store at once, and on disk with the next `flush`. When either throws, everything staged
   * since the last flush is gone.
   */
  stage(batch: Batch): void;
  /** Commits everything that is staged, or nothing of it. On disk when this returns. */
  flush(): void;
  dropIndex(index: number): void;
  /** Deletes at most `most` rows of an index, or of the table itself, and returns how many. */
  dropSome(address: IndexAddress, most: number): number;
  /** The timestamp of the last batch; 0 for a new store. */
  lastTimestamp(): bigint;
  close(): void;
}
