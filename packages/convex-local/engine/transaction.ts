/**
 * One serializable transaction. It reads the newest commit; when a commit lands in between, the
 * snapshot moves forward as long as nothing already read has changed, and otherwise the function
 * reruns. So every read of a finished transaction is true at one moment: its commit.
 */
import type { JsonObject } from "../values/json.ts";
import type { Index, Table } from "./catalog.ts";
import { documentFromJson, documentFromRow, documentKey } from "./document.ts";
import type { Document } from "./document.ts";
import { RangeCursor } from "./range-cursor.ts";
import type { CursorOptions, CursorRow, CursorSource } from "./range-cursor.ts";
import { ReadSet } from "./read-set.ts";
import { LIMITS, noIo, noUsage, use } from "./usage.ts";
import type { DatabaseIo, Usage } from "./usage.ts";
import { WriteBuffer } from "./write-buffer.ts";
import type { Change, Savepoint } from "./write-buffer.ts";
import type { CommitLog } from "./commit-log.ts";
import type { DocumentWrite, KeyRange, Store } from "../storage/store.ts";

/** The committed state that a transaction runs against. */
export interface CommittedState {
  store: Store;
  log: CommitLog;
  latest(): bigint;
}

/** Of the document's id, which upstream counts beside the key that ends in it: crates/common/src/index.rs. */
const ID_BYTES = 32;

/** A commit changed what this transaction has read, so it must run again. */
export class Conflict extends Error {
  constructor() {
    super("A concurrent commit changed what this function has read");
  }
}

export class Transaction implements CursorSource {
  readonly reads = new ReadSet();
  readonly writes = new WriteBuffer();
  /** Of the backend's own tables that have no indexes, made when the time of the commit is known. */
  readonly rows: ((timestamp: bigint) => DocumentWrite)[] = [];
  /** Run after the commit, in order; dropped if it never comes. */
  readonly afterCommit: (() => void)[] = [];
  usage: Usage = noUsage();
  limits: Usage = LIMITS;
  readonly io: DatabaseIo = noIo();
  private snapshot: bigint;
  private readonly state: CommittedState;
  private hidesOwnWrites = false;
  private conflicted = false;

  constructor(state: CommittedState) {
    this.state = state;
    this.snapshot = state.latest();
  }

  get snapshotTimestamp(): bigint {
    return this.snapshot;
  }

  /** Stays true whatever the function made of the `Conflict` that it met. */
  get mustRerun(): boolean {
    return this.conflicted;
  }

  /** Something that it was made of is lost: it can only run again. */
  giveUp(): void {
    this.conflicted = true;
  }

  refresh(): bigint {
    const latest = this.state.latest();
    if (latest === this.snapshot && !this.conflicted) return latest;
    if (this.conflicted || this.state.log.touches(this.reads, this.snapshot)) {
      this.conflicted = true;
      throw new Conflict();
    }
    this.snapshot = latest;
    return latest;
  }

  get isEmpty(): boolean {
    return this.writes.isEmpty && this.rows.length === 0;
  }

  /** One of the backend's own rows, which is not a document. The transaction depends on it. */
  row(tablet: number, key: Buffer): string | null {
    this.watchRow(tablet, key);
    return this.state.store.get(tablet, key)?.text ?? null;
  }

  /** The same for a caller that knows the current value. */
  watchRow(tablet: number, key: Buffer): void {
    this.refresh();
    this.reads.addPoint(-tablet, key);
  }

  get(table: Table, id: string): Document | null {
    this.refresh();
    const key = documentKey(id);
    this.reads.addPoint(-table.tablet, key);
    const document = this.peek(table, id, key);
    if (document !== null) this.countRead(table, document);
    return document;
  }

  /** Walks along an index, skipping unwanted rows. `next` of the result counts what it reads. */
  walk(
    options: CursorOptions,
    isWanted: (document: Document) => boolean = () => true,
  ): { next(): CursorRow | null } {
    this.countQuery();
    const rows = this.look(options, isWanted);
    return {
      next: () => {
        const row = rows.next();
        if (row !== null) this.countRead(options.table, row.document, keyBytes(options.index, row));
        return row;
      },
    };
  }

  /** The same without counting, because upstream's search knows this without reading documents. */
  look(
    options: CursorOptions,
    isWanted: (document: Document) => boolean = () => true,
  ): { next(): CursorRow | null } {
    const cursor = new RangeCursor(this, options);
    return {
      next: () => {
        let row = cursor.next();
        while (row !== null && !isWanted(row.document)) row = cursor.next();
        return row;
      },
    };
  }

  put(table: Table, content: JsonObject | Document): Document {
    const after = toDocument(content);
    this.write(table, after.id, after);
    return after;
  }

  /** Inserts a document with a new id, so no lookup is needed. */
  add(table: Table, content: JsonObject | Document): Document {
    const after = toDocument(content);
    this.replace(table, { id: after.id, before: null, after });
    return after;
  }

  remove(table: Table, id: string): void {
    this.write(table, id, null);
  }

  /** Runs `task` so that it sees only committed state. */
  async withoutOwnWrites<T>(task: () => Promise<T>): Promise<T> {
    const before = this.hidesOwnWrites;
    this.hidesOwnWrites = true;
    try {
      return await task();
    } finally {
      this.hidesOwnWrites = before;
    }
  }

  mark(): { writes: Savepoint; afterCommit: number; usage: Usage } {
    return {
      writes: this.writes.mark(),
      afterCommit: this.afterCommit.length,
      usage: { ...this.usage },
    };
  }

  /** Rolls back writes since the savepoint. Reads still count. */
  rollBackTo(mark: ReturnType<Transaction["mark"]>): void {
    this.writes.rollBackTo(mark.writes);
    this.afterCommit.length = mark.afterCommit;
    const { bytesRead, documentsRead, databaseQueries } = this.usage;
    this.usage = { ...mark.usage, bytesRead, documentsRead, databaseQueries };
  }

  scan(index: Index, range: KeyRange, order: "asc" | "desc", limit: number) {
    return this.state.store.scan(index.address, range, order, limit);
  }

  firstPending(index: Index, range: KeyRange, order: "asc" | "desc"): CursorRow | null {
    return this.hidesOwnWrites ? null : this.writes.first(index, range, order);
  }

  isOverwritten(table: Table, document: Document): boolean {
    // Most transactions have no writes yet, and need not parse the document for its id.
    if (this.hidesOwnWrites || this.writes.isEmpty) return false;
    return this.writes.get(table, document.id) !== undefined;
  }

  recordRead(index: Index, interval: { lower: Buffer; upper: Buffer | null }) {
    return this.reads.addInterval(index.rangeId, interval);
  }

  private peek(table: Table, id: string, key: Buffer): Document | null {
    const own = this.hidesOwnWrites ? undefined : this.writes.get(table, id);
    if (own !== undefined) return own.after;
    const row = this.state.store.get(table.tablet, key);
    return row === null ? null : documentFromRow(row);
  }

  private write(table: Table, id: string, after: Document | null): void {
    const earlier = this.writes.get(table, id);
    const before = earlier === undefined ? this.committed(table, id) : earlier.before;
    this.replace(table, { id, before, after });
  }

  private replace(table: Table, change: Omit<Change, "table">): void {
    this.writes.put({ table, ...change });
    // The backend's own records do not count as the function's writes.
    if (isSystem(table)) return;
    use(this.usage, this.limits, "documentsWritten", 1);
    use(this.usage, this.limits, "bytesWritten", change.after?.sizeBytes ?? 0);
  }

  private committed(table: Table, id: string): Document | null {
    this.refresh();
    const key = documentKey(id);
    // A replacement depends on the old document, whose index entries are removed.
    this.reads.addPoint(-table.tablet, key);
    const row = this.state.store.get(table.tablet, key);
    return row === null ? null : documentFromRow(row);
  }

  /** Called at the commit. A document that was inserted and deleted again is not written. */
  countWritten(): void {
    for (const { table, before, after, keys } of this.writes.all()) {
      if (isSystem(table) || (before === null && after === null)) continue;
      this.io.documentsWritten += 1;
      this.io.bytesWritten += after?.sizeBytes ?? 0;
      for (const [index, [key]] of keys) {
        if (key !== undefined && isOwnIndex(index)) this.io.bytesWritten += key.length + ID_BYTES;
      }
    }
  }

  countQuery(): void {
    use(this.usage, this.limits, "databaseQueries", 1);
  }

  countRead(table: Table, document: Document, indexBytes = 0): void {
    if (!isSystem(table)) {
      this.io.documentsRead += 1;
      this.io.bytesRead += document.sizeBytes + indexBytes;
    }
    use(this.usage, this.limits, "documentsRead", 1);
    use(this.usage, this.limits, "bytesRead", document.sizeBytes);
  }
}

function isSystem({ name }: Table): boolean {
  return name.startsWith("_");
}

/** Every table has the others. Searches are counted apart from the database. */
function isOwnIndex({ name, kind }: Index): boolean {
  return kind === "database" && name !== "by_id" && name !== "by_creation_time";
}

function keyBytes(index: Index, { key }: CursorRow): number {
  return isOwnIndex(index) ? key.length : 0;
}

function toDocument(content: JsonObject | Document): Document {
  return isDocument(content) ? content : documentFromJson(content);
}

function isDocument(content: JsonObject | Document): content is Document {
  return typeof content.json === "function";
}
