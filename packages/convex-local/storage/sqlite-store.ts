/**
 * The store in one SQLite file. Batches are staged in an open transaction, which this connection reads, and `flush`
 * commits them. SQLite syncs its write-ahead log with each commit, so what was flushed survives a power cut.
 */
import Database from "libsql";
import { openDatabaseFile, refusal } from "@hark/stand-in-kit/database-file";
import type { Batch, Store, StoredRow, StoreSnapshot } from "./store.ts";

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

/** In KiB. With SQLite's default of 2 MB, filling a table of 100,000 documents takes twice as long. */
const LARGER_CACHE = "PRAGMA cache_size = -32768;";

/** A full disk may refuse every write, so the refusal is reported only once in this time. */
const REPORT_AGAIN_MS = 60_000;

export interface StoreOptions {
  /** Called when the disk refuses a write, for example because it is full. */
  onRefusal?: (refused: Error) => void;
  /** Folders with data that belongs to the rows. */
  beside?: readonly string[];
}

export function openSqliteStore(
  file: string,
  { onRefusal = () => undefined, beside = [] }: StoreOptions = {},
): Store {
  const database = openDatabaseFile({ file, synchronous: "FULL", schema: SCHEMA, beside });
  database.exec(LARGER_CACHE);
  const prepare = (sql: string) => database.prepare(sql);
  const putDocument = prepare("INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?)");
  const deleteDocument = prepare("DELETE FROM documents WHERE tablet = ? AND key = ?");
  const putEntry = prepare("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)");
  const deleteEntry = prepare("DELETE FROM entries WHERE idx = ? AND key = ?");
  const putCounter = prepare("INSERT OR REPLACE INTO counters VALUES (?, ?)");
  const deleteIndex = prepare("DELETE FROM entries WHERE idx = ?");
  const deleteSomeDocuments = prepare(deleteSomeFrom("documents", "tablet"));
  const deleteSomeEntries = prepare(deleteSomeFrom("entries", "idx"));
  const begin = prepare("BEGIN IMMEDIATE");
  const commit = prepare("COMMIT");
  const rollback = prepare("ROLLBACK");
  const { read, scan, count } = reader(database);
  const getDocument = read("SELECT key, text, size FROM documents WHERE tablet = ? AND key = ?");
  const getCounter = read("SELECT value FROM counters WHERE name = ?");
  let reportedAtMs = -Infinity;
  let isClosed = false;

  /** After `close`, the driver's `inTransaction` ends the whole process. */
  function requireOpen(): void {
    if (isClosed) throw new Error("The database is closed.");
  }

  // The driver copies several arguments into an array first; an array it binds as it is.
  function write({ timestamp, documents, entries }: Batch): void {
    for (const { tablet, key, content } of documents) {
      if (content === null) deleteDocument.run([tablet, key]);
      else putDocument.run([tablet, key, content.text, content.sizeBytes]);
    }
    for (const { index, key, documentKey } of entries) {
      if (documentKey === null) deleteEntry.run([index, key]);
      else putEntry.run([index, key, documentKey]);
    }
    putCounter.run(["timestamp", timestamp.toString()]);
  }

  function forgetStaged(): void {
    // After some errors, a full disk among them, SQLite has already rolled back.
    if (database.inTransaction) rollback.run();
  }

  function orRollBack<T>(task: () => T): T {
    requireOpen();
    try {
      return task();
    } catch (error) {
      forgetStaged();
      const refused = refusal(file, error);
      const nowMs = performance.now();
      if (nowMs - reportedAtMs > REPORT_AGAIN_MS) {
        reportedAtMs = nowMs;
        onRefusal(refused);
      }
      throw refused;
    }
  }

  return {
    get(tablet, key) {
      const row = getDocument.get([tablet, key]) as Row | undefined;
      return row === undefined ? null : toStoredRow(row);
    },
    scan,
    count,
    snapshot: () => openSnapshot(file),
    stage(batch) {
      orRollBack(() => {
        if (!database.inTransaction) begin.run();
        write(batch);
      });
    },
    flush() {
      requireOpen();
      if (database.inTransaction) orRollBack(() => commit.run());
    },
    dropIndex(index) {
      orRollBack(() => deleteIndex.run(index));
    },
    dropSome({ tablet, index }, most) {
      return orRollBack(() =>
        index === null
          ? deleteSomeDocuments.run([tablet, tablet, most]).changes
          : deleteSomeEntries.run([index, index, most]).changes,
      );
    },
    lastTimestamp() {
      const row = getCounter.get("timestamp") as [string] | undefined;
      return row === undefined ? 0n : BigInt(row[0]);
    },
    close() {
      if (isClosed) return;
      forgetStaged();
      isClosed = true;
      database.close();
    },
  };
}

function deleteSomeFrom(table: string, place: string): string {
  return `DELETE FROM ${table} WHERE ${place} = ? AND key IN
            (SELECT key FROM ${table} WHERE ${place} = ? LIMIT ?)`;
}

/** A second connection with an open transaction: it reads what was committed when it was opened. */
function openSnapshot(file: string): StoreSnapshot {
  const database = new Database(file, { readonly: true });
  database.exec("BEGIN");
  const { read, scan, count } = reader(database);
  // SQLite takes the snapshot at the first read.
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
    const kind = index === null ? "table" : "index";
    const statement = scans[`${kind} ${order} ${range.upper === null ? "open" : "closed"}`];
    const place = index === null ? [tablet] : [tablet, index];
    const bounds = range.upper === null ? [range.lower] : [range.lower, range.upper];
    return (statement.all([...place, ...bounds, limit]) as Row[]).map(toStoredRow);
  };
  const count: Store["count"] = (tablet) => (countDocuments.get(tablet) as [number])[0];
  return { read, scan, count };
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
