/** A transaction's uncommitted writes, readable in index order and able to be rolled back in part. */
import { must } from "@hark/stand-in-kit/must";
import type { KeyRange } from "../storage/store.ts";
import type { Index, Table } from "./catalog.ts";
import type { Document } from "./document.ts";
import { indexKeys } from "./index-keys.ts";
import { PendingEntries } from "./pending-entries.ts";

export interface Change {
  table: Table;
  id: string;
  /** The committed document that this write replaces or removes. */
  before: Document | null;
  after: Document | null;
}

export interface PendingWrite extends Change {
  /** Where the document after it stands. */
  keys: ReadonlyMap<Index, readonly Buffer[]>;
}

/** How far the buffer had come; see `rollBackTo`. */
export type Savepoint = number;

export class WriteBuffer {
  private readonly writes = new Map<string, PendingWrite>();
  private readonly entries = new Map<number, PendingEntries>();
  private readonly undo: (() => void)[] = [];

  get isEmpty(): boolean {
    return this.writes.size === 0;
  }

  all(): Iterable<PendingWrite> {
    return this.writes.values();
  }

  get(table: Table, id: string): PendingWrite | undefined {
    return this.writes.get(slotOf(table, id));
  }

  first(index: Index, range: KeyRange, order: "asc" | "desc") {
    return this.entries.get(index.rangeId)?.first(range, order) ?? null;
  }

  put(change: Change): void {
    const write = { ...change, keys: keysOf(change) };
    const slot = slotOf(write.table, write.id);
    const previous = this.writes.get(slot);
    this.replace(slot, previous, write);
    this.undo.push(() => this.replace(slot, write, previous));
  }

  mark(): Savepoint {
    return this.undo.length;
  }

  rollBackTo(mark: Savepoint): void {
    while (this.undo.length > mark) must(this.undo.pop(), "write to undo")();
  }

  private replace(slot: string, from: PendingWrite | undefined, to: PendingWrite | undefined) {
    for (const [index, key] of entriesOf(from)) this.entriesIn(index).remove(key);
    for (const [index, key, document] of entriesOf(to)) this.entriesIn(index).add(key, document);
    if (to === undefined) this.writes.delete(slot);
    else this.writes.set(slot, to);
  }

  private entriesIn(index: Index): PendingEntries {
    const existing = this.entries.get(index.rangeId);
    if (existing !== undefined) return existing;
    const entries = new PendingEntries();
    this.entries.set(index.rangeId, entries);
    return entries;
  }
}

function slotOf(table: Table, id: string): string {
  return `${table.tablet}/${id}`;
}

export function keysOf({ table, after }: Change): PendingWrite["keys"] {
  const indexes = after === null ? [] : [...table.indexes.values()];
  return new Map(indexes.map((index) => [index, after === null ? [] : indexKeys(index, after)]));
}

function entriesOf(write: PendingWrite | undefined): [Index, Buffer, Document][] {
  if (!write?.after) return [];
  const { keys, after } = write;
  return [...keys].flatMap(([index, own]) =>
    own.map((key): [Index, Buffer, Document] => [index, key, after]),
  );
}
