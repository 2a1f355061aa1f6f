import Database from "libsql";
import { openDatabaseFile, refusal } from "../../database-file.ts";
import { openRedoLog } from "./redo-log.ts";
import type { Batch, KeyRange, Store, StoredRow, StoreSnapshot } from "./store.ts";

type Row = [key: Buffer, text: string, sizeBytes: number];

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS documents (
    tablet INTEGER NOT NULL, key BLOB NOT NULL, text TEXT NOT NULL, size INTEGER NOT NULL,
    PRIMARY KEY (tablet, key)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS entries (
    idx INTEGER NOT NULL, key BLOB NOT NULL, document BLOB NOT NULL,
    PRIMARY KEY (idx, key)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS counters (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`;

/** A full disk takes what is small and refuses what is large, by turns. */
const TOLD_AGAIN_MS = 60_000;

/** SQLite commits when so much is waiting: all that touches the same page costs one page then. */
const COMMIT_BYTES = 2 ** 18;
/** Of its keys, about. */
const ROW_BYTES = 64;

/** `onRefusal` is told when the disk refuses what is written, as one that is full does. */
export function openSqliteStore(
  file: string,
  onRefusal: (refused: Error) => void = () => undefined,
): Store {
  // Acknowledged means written.
  const database = openDatabaseFile({ file, synchronous: "FULL", schema: SCHEMA });
  // In KiB. With SQLite's two megabytes a table of a hundred thousand documents is filled at half the speed.
  database.exec("PRAGMA cache_size = -32768;");

  let toldMs = -Infinity;
  /** Since the last flush; in SQLite's transaction it stands behind a savepoint. */
  let staged: Batch[] = [];
  let stagedBytes = 0;
  let isMarked = false;
  let flushedTimestamp = 0n;
  let committedTimestamp = 0n;
  let commitAbove = COMMIT_BYTES;
  /** SQLite has given up its transaction by itself, and with it what was flushed. */
  let isBehind = false;
  const prepare = (sql: string) => database.prepare(sql);
  const { read, scan, count } = reader(database);
  const getDocument = read("SELECT key, text, size FROM documents WHERE tablet = ? AND key = ?");
  const putDocument = prepare("INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?)");
  const dropDocument = prepare("DELETE FROM documents WHERE tablet = ? AND key = ?");
  const dropSomeOf = (table: string, place: string) =>
    prepare(
      `DELETE FROM ${table} WHERE ${place} = ? AND key IN
         (SELECT key FROM ${table} WHERE ${place} = ? LIMIT ?)`,
    );
  const dropDocuments = dropSomeOf("documents", "tablet");
  const putEntry = prepare("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)");
  const dropEntry = prepare("DELETE FROM entries WHERE idx = ? AND key = ?");
  const dropEntries = prepare("DELETE FROM entries WHERE idx = ?");
  const dropSomeEntries = dropSomeOf("entries", "idx");
  const putCounter = prepare("INSERT OR REPLACE INTO counters VALUES (?, ?)");
  const begin = prepare("BEGIN IMMEDIATE");
  const mark = prepare("SAVEPOINT staged");
  const keep = prepare("RELEASE staged");
  const takeBack = prepare("ROLLBACK TO staged");
  const commit = prepare("COMMIT");
  const getCounter = read("SELECT value FROM counters WHERE name = ?");
  const redo = openRedoLog(`${file}-redo`);

  // An array is bound as it is; of several arguments the driver makes one first.
  function apply(batch: Batch): void {
    for (const { tablet, key, content } of batch.documents) {
      if (content === null) dropDocument.run([tablet, key]);
      else putDocument.run([tablet, key, content.text, content.sizeBytes]);
    }
    for (const { index, key, documentKey } of batch.entries) {
      if (documentKey === null) dropEntry.run([index, key]);
      else putEntry.run([index, key, documentKey]);
    }
  }

  function ready(): void {
    if (isBehind) catchUp();
  }

  /** Carries out what only the redo log holds. */
  function catchUp(): void {
    if (!database.inTransaction) begin.run();
    for (const batch of redo.read(committedTimestamp)) {
      apply(batch);
      flushedTimestamp = batch.timestamp;
    }
    isBehind = false;
  }

  function commitUpTo(timestamp: bigint): void {
    putCounter.run(["timestamp", timestamp.toString()]);
    commit.run();
    committedTimestamp = timestamp;
    commitAbove = COMMIT_BYTES;
    redo.clear();
  }

  /** The redo log holds it all, so that nobody has to hear of a refusal but whoever can make room. */
  function commitIfPossible(): void {
    try {
      commitUpTo(flushedTimestamp);
    } catch (error) {
      commitAbove = redo.sizeBytes + COMMIT_BYTES;
      forgetStaged();
      tell(error);
    }
  }

  /** For what the redo log does not tell of. */
  function committed<T>(task: () => T): T {
    if (staged.length > 0) throw new Error("What is staged has to be flushed before");
    return orTakeBack(() => {
      ready();
      const result = task();
      if (database.inTransaction) commitUpTo(flushedTimestamp);
      return result;
    });
  }

  function orTakeBack<T>(task: () => T): T {
    try {
      return task();
    } catch (error) {
      forgetStaged();
      throw tell(error);
    }
  }

  function forgetStaged(): void {
    staged = [];
    stagedBytes = 0;
    // After some errors, a full disk among them, SQLite has rolled back by itself.
    if (!database.inTransaction) isBehind = true;
    else if (isMarked) {
      takeBack.run();
      keep.run();
    }
    isMarked = false;
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

  committedTimestamp = readTimestamp();
  flushedTimestamp = committedTimestamp;
  orTakeBack(catchUp);
  commitIfPossible();

  return {
    get(tablet, key) {
      ready();
      const row = getDocument.get([tablet, key]) as Row | undefined;
      return row === undefined ? null : toStoredRow(row);
    },
    scan(...range) {
      ready();
      return scan(...range);
    },
    count(tablet) {
      ready();
      return count(tablet);
    },
    snapshot() {
      committed(() => undefined);
      return openSnapshot(file);
    },
    stage(batch) {
      orTakeBack(() => {
        ready();
        if (!database.inTransaction) begin.run();
        if (!isMarked) mark.run();
        isMarked = true;
        apply(batch);
      });
      staged.push(batch);
      stagedBytes += sizeOf(batch);
    },
    flush() {
      const last = staged.at(-1);
      if (last === undefined) return;
      orTakeBack(() => {
        // What is large is written once, not twice.
        if (stagedBytes > COMMIT_BYTES) return commitUpTo(last.timestamp);
        redo.append(committedTimestamp, staged);
        keep.run();
      });
      flushedTimestamp = last.timestamp;
      staged = [];
      stagedBytes = 0;
      isMarked = false;
      if (redo.sizeBytes > commitAbove) commitIfPossible();
    },
    sync: () => redo.sync(),
    syncNow: () => redo.syncNow(),
    dropIndex(index) {
      committed(() => dropEntries.run(index));
    },
    dropSome({ tablet, index }, most) {
      return committed(() =>
        index === null
          ? dropDocuments.run([tablet, tablet, most]).changes
          : dropSomeEntries.run([index, index, most]).changes,
      );
    },
    lastTimestamp: () => flushedTimestamp,
    close() {
      forgetStaged();
      if (!isBehind) commitIfPossible();
      database.close();
      redo.close();
    },
  };

  function readTimestamp(): bigint {
    const row = getCounter.get("timestamp") as [string] | undefined;
    return row === undefined ? 0n : BigInt(row[0]);
  }
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
type ScanKind = `${"table" | "index"} ${"asc" | "desc"} ${"open" | "closed"}`;

function reader(database: Database.Database) {
  const read = (sql: string) => database.prepare(sql).raw(true);
  const scans = scanStatements(read);
  const countDocuments = read("SELECT count(*) FROM documents WHERE tablet = ?");
  const scan: Store["scan"] = ({ tablet, index }, range, order, limit) => {
    const statement = scans[`${index === null ? "table" : "index"} ${order} ${bound(range)}`];
    const bounds = range.upper === null ? [range.lower] : [range.lower, range.upper];
    const place = index === null ? [tablet] : [tablet, index];
    return (statement.all([...place, ...bounds, limit]) as Row[]).map(toStoredRow);
  };
  const count: Store["count"] = (tablet) => (countDocuments.get(tablet) as [number])[0];
  return { read, scan, count };
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
  const index = (order: "asc" | "desc", upper: string) =>
    read(
      `SELECT entries.key, text, size FROM entries
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
  };
}

function toStoredRow([key, text, sizeBytes]: Row): StoredRow {
  return { key, text, sizeBytes };
}
