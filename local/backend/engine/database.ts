/** The committed database: begins transactions, commits them one at a time, tells who listens. */
import type { Clock } from "../../clock.ts";
import { documentFromJson, documentKey } from "./document.ts";
import type { Document } from "./document.ts";
import { hasCommitTime, resolveCommitTime } from "../values/json.ts";
import type { JsonObject } from "../values/json.ts";
import type { DocumentWrite, EntryWrite, Store } from "../storage/store.ts";
import { Catalog } from "./catalog.ts";
import type { Commit } from "./commit-log.ts";
import { CommitLog } from "./commit-log.ts";
import { indexKeys } from "./index-keys.ts";
import type { WrittenKey } from "./read-set.ts";
import { Transaction } from "./transaction.ts";
import type { PendingWrite } from "./write-buffer.ts";

const NANOSECONDS_PER_MS = 1_000_000n;
// Spaces the creation times of documents made in the same millisecond; a double resolves 2^-12 ms today.
const CREATION_TIME_STEP_MS = 2 ** -10;

export class Database {
  readonly catalog = new Catalog();
  readonly log = new CommitLog();
  readonly store: Store;
  private readonly clock: Clock;
  private readonly running = new Set<Transaction>();
  private readonly listeners = new Set<(commit: Commit) => void>();
  private lastTimestamp: bigint;
  private lastCreationTimeMs: number;

  constructor(store: Store, clock: Clock) {
    this.store = store;
    this.clock = clock;
    this.lastTimestamp = store.lastTimestamp();
    this.lastCreationTimeMs = toMs(this.lastTimestamp);
  }

  latest(): bigint {
    return this.lastTimestamp;
  }

  /** A time for a new document: now, and later than any other's. */
  newCreationTime(): number {
    const nowMs = this.clock.now();
    const nextMs = this.lastCreationTimeMs + CREATION_TIME_STEP_MS;
    this.lastCreationTimeMs = Math.max(nowMs, nextMs);
    return this.lastCreationTimeMs;
  }

  onCommit(listener: (commit: Commit) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  begin(): Transaction {
    const transaction = new Transaction({
      store: this.store,
      log: this.log,
      latest: () => this.lastTimestamp,
    });
    this.running.add(transaction);
    return transaction;
  }

  /** Every transaction that was begun ends here, committed or not. */
  end(transaction: Transaction): void {
    this.running.delete(transaction);
    let oldest = this.lastTimestamp;
    for (const { snapshotTimestamp } of this.running) {
      if (snapshotTimestamp < oldest) oldest = snapshotTimestamp;
    }
    this.log.forgetUpTo(oldest);
  }

  /** For the backend's own short work, which never waits: nothing can come in between. */
  transact<T>(task: (transaction: Transaction) => T): T {
    const transaction = this.begin();
    try {
      const result = task(transaction);
      this.commit(transaction);
      return result;
    } finally {
      this.end(transaction);
    }
  }

  /**
   * Makes the writes durable and visible, or throws `Conflict`. `announce` runs after that and
   * before anyone else hears of the commit.
   */
  commit(
    transaction: Transaction,
    announce: (timestamp: bigint) => void = () => undefined,
  ): bigint {
    const snapshot = transaction.refresh();
    if (transaction.writes.isEmpty) {
      announce(snapshot);
      return snapshot;
    }
    const timestamp = this.nextTimestamp();
    const keys: WrittenKey[] = [];
    const documents: DocumentWrite[] = [];
    const entries: EntryWrite[] = [];
    for (const write of transaction.writes.all()) {
      addToBatch(resolved(write, timestamp), { keys, documents, entries });
    }
    this.store.write({ timestamp, documents, entries });
    this.lastTimestamp = timestamp;
    const commit = { timestamp, keys };
    this.log.append(commit);
    announce(timestamp);
    for (const task of transaction.afterCommit) task();
    for (const listener of this.listeners) listener(commit);
    return timestamp;
  }

  /** For the catalog's own records and for filling new indexes, which no function reads. */
  writeDirectly(documents: readonly DocumentWrite[], entries: readonly EntryWrite[]): void {
    const timestamp = this.nextTimestamp();
    this.store.write({ timestamp, documents, entries });
    this.lastTimestamp = timestamp;
  }

  /**
   * For what no single key tells of, such as a table that takes the place of another: `apply` runs
   * when it is on disk, and then every function that is running starts anew.
   */
  changeEverything(documents: readonly DocumentWrite[], apply: () => void): bigint {
    this.writeDirectly(documents, []);
    apply();
    const commit = { timestamp: this.lastTimestamp, keys: [], touchesEverything: true };
    this.log.append(commit);
    for (const listener of this.listeners) listener(commit);
    return commit.timestamp;
  }

  close(): void {
    this.listeners.clear();
    this.store.close();
  }

  /** Not before any document's creation time, so that whoever opens the store again goes on behind all of them. */
  private nextTimestamp(): bigint {
    const now = toNanoseconds(Math.max(this.clock.now(), this.lastCreationTimeMs));
    return now > this.lastTimestamp ? now : this.lastTimestamp + 1n;
  }
}

function toNanoseconds(ms: number): bigint {
  const whole = Math.floor(ms);
  return BigInt(whole) * NANOSECONDS_PER_MS + BigInt(Math.ceil((ms - whole) * 1e6));
}

function toMs(nanoseconds: bigint): number {
  return Number(nanoseconds / NANOSECONDS_PER_MS) + Number(nanoseconds % NANOSECONDS_PER_MS) / 1e6;
}

interface BatchUnderway {
  keys: WrittenKey[];
  documents: DocumentWrite[];
  entries: EntryWrite[];
}

function resolved(write: PendingWrite, timestamp: bigint): PendingWrite {
  const { after } = write;
  if (after === null || !hasCommitTime(after.text)) return write;
  const json = resolveCommitTime(after.json(), timestamp) as JsonObject;
  return { ...write, after: documentFromJson(json) };
}

function addToBatch({ table, id, before, after }: PendingWrite, batch: BatchUnderway): void {
  if (before === null && after === null) return;
  const key = documentKey(id);
  const content = after === null ? null : { text: after.text, sizeBytes: after.sizeBytes };
  batch.documents.push({ tablet: table.tablet, key, content });
  batch.keys.push({ rangeId: -table.tablet, key });
  for (const index of table.indexes.values()) {
    const number = index.address.index;
    if (number === null) continue;
    const keysOf = (document: Document | null) =>
      document === null ? [] : indexKeys(index, document);
    const old = keysOf(before);
    const fresh = keysOf(after);
    const stays = new Set(fresh.map((entry) => entry.toString("latin1")));
    for (const entry of old) {
      batch.keys.push({ rangeId: index.rangeId, key: entry });
      if (stays.has(entry.toString("latin1"))) continue;
      batch.entries.push({ index: number, key: entry, documentKey: null });
    }
    const stood = new Set(old.map((entry) => entry.toString("latin1")));
    for (const entry of fresh) {
      if (stood.has(entry.toString("latin1"))) continue;
      batch.keys.push({ rangeId: index.rangeId, key: entry });
      batch.entries.push({ index: number, key: entry, documentKey: key });
    }
  }
}
