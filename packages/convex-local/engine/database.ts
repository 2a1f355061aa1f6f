/**
 * The committed database: begins transactions, commits them one at a time and informs its listeners. Commits of the
 * same turn of the event loop are written to disk together. Other transactions read them before that; clients do not.
 */
import type { Clock } from "@hark/stand-in-kit/clock";
import { documentFromJson, documentKey } from "./document.ts";
import { hasCommitTime, resolveCommitTime } from "../values/json.ts";
import type { JsonObject } from "../values/json.ts";
import type {
  DocumentWrite,
  EntryWrite,
  IndexAddress,
  Store,
  StoreSnapshot,
} from "../storage/store.ts";
import { Catalog } from "./catalog.ts";
import type { Commit } from "./commit-log.ts";
import { CommitLog } from "./commit-log.ts";
import { indexKeys } from "./index-keys.ts";
import type { WrittenKey } from "./read-set.ts";
import { Transaction } from "./transaction.ts";
import { keysOf } from "./write-buffer.ts";
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
  private durableTimestamp: bigint;
  /** Committed since the last flush, and not on disk yet. */
  private unflushed: CommitGroup | null = null;
  private lastCreationTimeMs: number;

  constructor(store: Store, clock: Clock) {
    this.store = store;
    this.clock = clock;
    this.lastTimestamp = store.lastTimestamp();
    this.durableTimestamp = this.lastTimestamp;
    this.lastCreationTimeMs = toMs(this.lastTimestamp);
  }

  /** The newest timestamp on disk, which clients may see. */
  latest(): bigint {
    return this.durableTimestamp;
  }

  /** Resolves when the commit at this timestamp is on disk, and rejects when the disk refused it. */
  durable(timestamp: bigint): Promise<void> | undefined {
    return timestamp <= this.durableTimestamp ? undefined : this.unflushed?.written;
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
      const isWriting = !transaction.isEmpty;
      this.commit(transaction);
      if (isWriting) this.flush();
      return result;
    } finally {
      this.end(transaction);
    }
  }

  /**
   * Makes the writes visible to other transactions, or throws `Conflict`. `announce` runs when they are on disk,
   * before anyone else hears of the commit.
   */
  commit(
    transaction: Transaction,
    announce: (timestamp: bigint) => void = () => undefined,
  ): bigint {
    const snapshot = transaction.refresh();
    if (transaction.isEmpty) {
      const group = snapshot <= this.durableTimestamp ? null : this.unflushed;
      if (group === null) announce(snapshot);
      else group.members.push({ announce: () => announce(snapshot), commit: null });
      return snapshot;
    }
    transaction.countWritten();
    const timestamp = this.nextTimestamp();
    const keys: WrittenKey[] = [];
    const documents: DocumentWrite[] = [];
    const entries: EntryWrite[] = [];
    for (const write of transaction.writes.all()) {
      addToBatch(resolved(write, timestamp), { keys, documents, entries });
    }
    for (const rowAt of transaction.rows) {
      const row = rowAt(timestamp);
      documents.push(row);
      keys.push({ rangeId: -row.tablet, key: row.key });
    }
    try {
      this.store.stage({ timestamp, documents, entries });
    } catch (error) {
      this.loseUnflushed(error);
      throw error;
    }
    this.lastTimestamp = timestamp;
    const commit = { timestamp, keys };
    this.log.append(commit);
    this.addToGroup(timestamp, {
      announce() {
        announce(timestamp);
        for (const task of transaction.afterCommit) task();
      },
      commit,
    });
    return timestamp;
  }

  /** Writes pending commits to disk, and announces them. */
  flush(): void {
    const group = this.unflushed;
    if (group === null) return;
    try {
      this.store.flush();
    } catch (error) {
      this.loseUnflushed(error);
      throw error;
    }
    this.unflushed = null;
    this.durableTimestamp = max(this.durableTimestamp, group.timestamp);
    for (const { announce, commit } of group.members) {
      announce();
      if (commit !== null) this.notifyListeners(commit);
    }
    group.resolve();
  }

  private addToGroup(timestamp: bigint, member: Member): void {
    if (this.unflushed === null) {
      this.unflushed = newCommitGroup();
      setImmediate(() => this.flushOrReject());
    }
    this.unflushed.timestamp = timestamp;
    this.unflushed.members.push(member);
  }

  private flushOrReject(): void {
    try {
      this.flush();
    } catch {
      // The group's promise was rejected with it.
    }
  }

  /** The disk refused these commits. Transactions that have read them run again. */
  private loseUnflushed(error: unknown): void {
    const group = this.unflushed;
    this.unflushed = null;
    this.touchEverything();
    group?.reject(error);
  }

  private touchEverything(): bigint {
    const timestamp = this.nextTimestamp();
    this.lastTimestamp = timestamp;
    this.durableTimestamp = timestamp;
    const commit = { timestamp, keys: [], touchesEverything: true };
    this.log.append(commit);
    this.notifyListeners(commit);
    return timestamp;
  }

  private notifyListeners(commit: Commit): void {
    for (const listener of this.listeners) listener(commit);
  }

  /** For the catalog's own records and for filling new indexes, which no function reads. */
  writeDirectly(documents: readonly DocumentWrite[], entries: readonly EntryWrite[]): void {
    this.flush();
    const timestamp = this.nextTimestamp();
    this.store.stage({ timestamp, documents, entries });
    this.store.flush();
    this.lastTimestamp = timestamp;
    this.durableTimestamp = timestamp;
  }

  /**
   * For changes that are not of single keys, such as replacing a table: `apply` runs when they are on disk, and then every
   * running function runs again.
   */
  changeEverything(documents: readonly DocumentWrite[], apply: () => void): bigint {
    this.writeDirectly(documents, []);
    apply();
    return this.touchEverything();
  }

  /** As it is now, for long reading. */
  snapshot(): StoreSnapshot {
    this.flush();
    return this.store.snapshot();
  }

  dropIndex(index: number): void {
    this.flush();
    this.store.dropIndex(index);
  }

  /** Deletes at most `most` rows of an index, or of the table itself, and returns how many. */
  dropSome(address: IndexAddress, most: number): number {
    this.flush();
    return this.store.dropSome(address, most);
  }

  close(): void {
    try {
      this.flush();
    } finally {
      this.listeners.clear();
      this.store.close();
    }
  }

  /** Not before any document's creation time, so that times still grow after a restart. */
  private nextTimestamp(): bigint {
    const now = toNanoseconds(Math.max(this.clock.now(), this.lastCreationTimeMs));
    return now > this.lastTimestamp ? now : this.lastTimestamp + 1n;
  }
}

/** Commits that are written to disk together. */
interface CommitGroup {
  /** Of its last commit. */
  timestamp: bigint;
  members: Member[];
  written: Promise<void>;
  resolve: () => void;
  reject: (error: unknown) => void;
}

interface Member {
  announce: () => void;
  commit: Commit | null;
}

function newCommitGroup(): CommitGroup {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const written = new Promise<void>((whenWritten, whenLost) => {
    resolve = whenWritten;
    reject = whenLost;
  });
  // Often no code awaits it.
  written.catch(() => undefined);
  return { timestamp: 0n, members: [], written, resolve, reject };
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
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
  const changed = { ...write, after: documentFromJson(json) };
  return { ...changed, keys: keysOf(changed) };
}

function addToBatch({ table, id, before, after, keys }: PendingWrite, batch: BatchUnderway): void {
  if (before === null && after === null) return;
  const key = documentKey(id);
  const content = after === null ? null : { text: after.text, sizeBytes: after.sizeBytes };
  batch.documents.push({ tablet: table.tablet, key, content });
  batch.keys.push({ rangeId: -table.tablet, key });
  for (const index of table.indexes.values()) {
    const number = index.address.index;
    if (number === null) continue;
    const old = before === null ? [] : indexKeys(index, before);
    // An index may have come since it was written.
    const fresh = keys.get(index) ?? (after === null ? [] : indexKeys(index, after));
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
