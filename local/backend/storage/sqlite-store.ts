import Database from "libsql";
import { openDatabaseFile, refusal } from "../../database-file.ts";
import { layered } from "./layered-rows.ts";
import type { IndexedRow } from "./layered-rows.ts";
import { openRedoLog } from "./redo-log.ts";
import type { RedoLog } from "./redo-log.ts";
import { MORE_CACHE, SCHEMA, rowWriter } from "./sqlite-rows.ts";
import type { Batch, KeyRange, Store, StoredRow, StoreSnapshot } from "./store.ts";
import { Unwritten } from "./unwritten.ts";
import { openWriter } from "./writer.ts";

type Row = [key: Buffer, text: string, sizeBytes: number, documentKey?: Buffer];

/** A full disk takes what is small and refuses what is large, by turns. */
const TOLD_AGAIN_MS = 60_000;

/** SQLite commits when so much is waiting: all that touches the same page costs one page then. */
const COMMIT_BYTES = 2 ** 18;
/** The thread that has it commit is started before that, and not for the little that most tests write. */
const START_BYTES = 2 ** 15;
/** When so much is waiting, because there is no thread or it is too slow, everybody waits. */
const MOST_BYTES = 2 ** 20;
/** Of its keys, about. */
const ROW_BYTES = 64;

/** What goes to SQLite together: all that was flushed between two moments. */
interface Generation {
  redo: RedoLog;
  /** The timestamp up to which SQLite has committed before it writes this. */
  base: bigint;
  rows: Unwritten;
}

export interface StoreOptions {
  commitBytes?: number;
  /** Where there is data that belongs to the rows. */
  beside?: readonly string[];
}

/** `onRefusal` is told when the disk refuses what is written, as one that is full does. */
export function openSqliteStore(
  file: string,
  onRefusal: (refused: Error) => void = () => undefined,
  { commitBytes = COMMIT_BYTES, beside = [] }: StoreOptions = {},
): Store {
  const redoFiles = [`${file}-redo`, `${file}-redo-2`] as const;
  const database = openDatabaseFile({
    file,
    // Acknowledged means written.
    synchronous: "FULL",
    schema: SCHEMA,
    beside: [...redoFiles, ...beside],
  });
  database.exec(MORE_CACHE);

  let toldMs = -Infinity;
  /** Since the last flush. */
  let staged: Batch[] = [];
  let stagedBytes = 0;
  let commitAbove = commitBytes;
  const { read, ...own } = reader(database);
  const getDocument = read("SELECT key, text, size FROM documents WHERE tablet = ? AND key = ?");
  const dropSomeOf = (table: string, place: string) =>
    database.prepare(
      `DELETE FROM ${table} WHERE ${place} = ? AND key IN
         (SELECT key FROM ${table} WHERE ${place} = ? LIMIT ?)`,
    );
  const dropDocuments = dropSomeOf("documents", "tablet");
  const dropEntries = database.prepare("DELETE FROM entries WHERE idx = ?");
  const getEntry = read("SELECT 1 FROM entries WHERE idx = ? LIMIT 1");
  const dropSomeEntries = dropSomeOf("entries", "idx");
  const getCounter = read("SELECT value FROM counters WHERE name = ?");
  const begin = database.prepare("BEGIN");
  const end = database.prepare("COMMIT");
  const rows = rowWriter(database);
  const writer = openWriter(file, onWritten);
  const logs = [openRedoLog(redoFiles[0]), openRedoLog(redoFiles[1])] as const;

  let flushedTimestamp = committedTimestamp();
  /** What the thread writes, or could not write when it was last asked to. */
  let leaving: Generation | null = null;
  let active = newGeneration();
  const { get, scan, count } = layered(
    {
      ...own,
      get(tablet, key) {
        const row = getDocument.get([tablet, key]) as Row | undefined;
        return row === undefined ? null : toStoredRow(row);
      },
      atOneMoment(task) {
        begin.run();
        try {
          return task();
        } finally {
          end.run();
        }
      },
    },
    () => (leaving === null ? [active.rows] : [active.rows, leaving.rows]),
  );
  orTell(recover);
  settleIfPossible();

  function committedTimestamp(): bigint {
    const row = getCounter.get("timestamp") as [string] | undefined;
    return row === undefined ? 0n : BigInt(row[0]);
  }

  function newGeneration(): Generation {
    const redo = logs[0] === leaving?.redo ? logs[1] : logs[0];
    return { redo, base: flushedTimestamp, rows: new Unwritten() };
  }

  /** What only the logs hold: one of them may follow on the other. */
  function recover(): void {
    const found: Generation[] = [];
    for (const redo of [...logs, logs[0]]) {
      const base = flushedTimestamp;
      const batches = redo.read(base);
      if (batches.length === 0) continue;
      found.push({ redo, base, rows: rowsOf(batches) });
      flushedTimestamp = batches.at(-1)?.timestamp ?? base;
    }
    const newest = found.at(-1);
    if (newest === undefined) return clear();
    active = newest;
    leaving = found.at(-2) ?? null;
    for (const redo of logs) if (redo !== active.redo && redo !== leaving?.redo) redo.clear();
  }

  function clear(): void {
    for (const redo of logs) redo.clear();
    leaving = null;
    active = newGeneration();
    commitAbove = commitBytes;
  }

  /** Has SQLite commit all that was flushed, and `more`, before this returns. */
  function settle(more: readonly Batch[] = []): void {
    if (!writer.wait()) throw new Error("the disk does not answer");
    const batches = [leaving, active].flatMap((each) => each?.redo.read(each.base) ?? []);
    batches.push(...more);
    if (batches.length === 0) return;
    rows.commit(batches);
    flushedTimestamp = batches.at(-1)?.timestamp ?? flushedTimestamp;
    clear();
  }

  /** The redo log holds it all, so that nobody has to hear of a refusal but whoever can make room. */
  function settleIfPossible(): void {
    try {
      settle();
    } catch (error) {
      putOff(error);
    }
  }

  function putOff(error: unknown): void {
    commitAbove = active.redo.sizeBytes + commitBytes;
    tell(error);
  }

  /** Gives the thread what is waiting, when that is enough to be worth it. */
  function handOver(): void {
    const { sizeBytes } = active.redo;
    if (sizeBytes > START_BYTES) writer.start();
    if (sizeBytes <= commitAbove) return;
    if (!writer.isFree && sizeBytes <= MOST_BYTES) return;
    if (!writer.isFree && !writer.wait()) return putOff(new Error("the disk does not answer"));
    if (!writer.isFree) return settleIfPossible();
    if (leaving === null) {
      leaving = active;
      active = newGeneration();
    }
    writer.write(leaving.redo.file, leaving.base);
  }

  function onWritten(refused: Error | null): void {
    if (refused !== null) return putOff(refused);
    leaving?.redo.clear();
    leaving = null;
    commitAbove = commitBytes;
  }

  function hasEntries(index: number): boolean {
    const isWaiting = [active, leaving].some((each) => each?.rows.hasEntries(index) === true);
    return isWaiting || getEntry.get([index]) !== undefined;
  }

  /** For what the redo log does not tell of. */
  function settled<T>(task: () => T): T {
    if (staged.length > 0) throw new Error("What is staged has to be flushed before");
    return orTell(() => {
      settle();
      return task();
    });
  }

  function orTell<T>(task: () => T): T {
    try {
      return task();
    } catch (error) {
      throw tell(error);
    }
  }

  function orForgetStaged(task: () => void): void {
    try {
      task();
    } catch (error) {
      forgetStaged();
      throw tell(error);
    }
  }

  function forgetStaged(): void {
    if (staged.length === 0) return;
    staged = [];
    stagedBytes = 0;
    active.rows = rowsOf(active.redo.read(active.base));
  }

  function tell(error: unknown): Error {
    const refused = refusal(file, error);
    const nowMs = performance.now();
    if (nowMs - toldMs > TOLD_AGAIN_MS) {
      toldMs = nowMs;
      onRefusal(refused);
    }
    return refused;
  }

  return {
    get,
    scan,
    count,
    snapshot() {
      return settled(() => openSnapshot(file));
    },
    stage(batch) {
      orForgetStaged(() => {
        staged.push(batch);
        stagedBytes += sizeOf(batch);
        active.rows.add(batch);
      });
    },
    flush() {
      const last = staged.at(-1);
      if (last === undefined) return;
      orForgetStaged(() => {
        // What is large is written once, not twice.
        if (stagedBytes > commitBytes) settle(staged);
        else active.redo.append(active.base, staged);
      });
      flushedTimestamp = last.timestamp;
      staged = [];
      stagedBytes = 0;
      handOver();
    },
    async sync() {
      await Promise.all(logs.filter((redo) => redo.isUnsynced).map((redo) => redo.sync()));
    },
    syncNow() {
      for (const redo of logs) if (redo.isUnsynced) redo.syncNow();
    },
    dropIndex(index) {
      if (hasEntries(index)) settled(() => dropEntries.run(index));
    },
    dropSome({ tablet, index }, most) {
      return settled(() =>
        index === null
          ? dropDocuments.run([tablet, tablet, most]).changes
          : dropSomeEntries.run([index, index, most]).changes,
      );
    },
    lastTimestamp: () => flushedTimestamp,
    close() {
      forgetStaged();
      settleIfPossible();
      writer.close();
      database.close();
      for (const redo of logs) redo.close();
    },
  };
}

function rowsOf(batches: readonly Batch[]): Unwritten {
  const rows = new Unwritten();
  for (const batch of batches) rows.add(batch);
  return rows;
}

function sizeOf({ documents, entries }: Batch): number {
  const texts = documents.reduce((sum, { content }) => sum + (content?.text.length ?? 0), 0);
  return texts + (documents.length + entries.length) * ROW_BYTES;
}

/** A connection of its own with a transaction that stays open: what it read first is what it goes on reading. */
function openSnapshot(file: string): StoreSnapshot {
  const database = new Database(file, { readonly: true });
  database.exec("BEGIN");
  const { read, scan, count } = reader(database);
  read("SELECT value FROM counters LIMIT ?").get(1);
  return { scan, count, close: () => database.close() };
}

type Statement = ReturnType<Database.Database["prepare"]>;
type ScanKind = `${"table" | "index" | "keyed"} ${"asc" | "desc"} ${"open" | "closed"}`;

function reader(database: Database.Database) {
  const read = (sql: string) => database.prepare(sql).raw(true);
  const scans = scanStatements(read);
  const countDocuments = read("SELECT count(*) FROM documents WHERE tablet = ?");
  const all = (kind: "table" | "index" | "keyed", ...where: Parameters<Store["scan"]>) => {
    const [{ tablet, index }, range, order, limit] = where;
    const statement = scans[`${kind} ${order} ${bound(range)}`];
    const bounds = range.upper === null ? [range.lower] : [range.lower, range.upper];
    const place = index === null ? [tablet] : [tablet, index];
    return statement.all([...place, ...bounds, limit]) as Row[];
  };
  const scan: Store["scan"] = (address, ...where) =>
    all(address.index === null ? "table" : "index", address, ...where).map(toStoredRow);
  const scanWithKeys = (...[address, ...where]: Parameters<Store["scan"]>): IndexedRow[] =>
    all(address.index === null ? "table" : "keyed", address, ...where).map((row) => ({
      ...toStoredRow(row),
      documentKey: row[3] ?? row[0],
    }));
  const count: Store["count"] = (tablet) => (countDocuments.get(tablet) as [number])[0];
  return { read, scan, scanWithKeys, count };
}

function bound(range: KeyRange): "open" | "closed" {
  return range.upper === null ? "open" : "closed";
}

function scanStatements(read: (sql: string) => Statement): Record<ScanKind, Statement> {
  const table = (order: "asc" | "desc", upper: string) =>
    read(
      `SELECT key, text, size FROM documents
       WHERE tablet = ? AND key >= ? ${upper} ORDER BY key ${order} LIMIT ?`,
    );
  const index = (order: "asc" | "desc", upper: string, more = "") =>
    read(
      `SELECT entries.key, text, size${more} FROM entries
       JOIN documents ON documents.tablet = ? AND documents.key = entries.document
       WHERE idx = ? AND entries.key >= ? ${upper} ORDER BY entries.key ${order} LIMIT ?`,
    );
  return {
    "table asc open": table("asc", ""),
    "table desc open": table("desc", ""),
    "table asc closed": table("asc", "AND key < ?"),
    "table desc closed": table("desc", "AND key < ?"),
    "index asc open": index("asc", ""),
    "index desc open": index("desc", ""),
    "index asc closed": index("asc", "AND entries.key < ?"),
    "index desc closed": index("desc", "AND entries.key < ?"),
    "keyed asc open": index("asc", "", ", document"),
    "keyed desc open": index("desc", "", ", document"),
    "keyed asc closed": index("asc", "AND entries.key < ?", ", document"),
    "keyed desc closed": index("desc", "AND entries.key < ?", ", document"),
  };
}

function toStoredRow([key, text, sizeBytes]: Row): StoredRow {
  return { key, text, sizeBytes };
}
