import Database from "libsql";
import { openDatabaseFile, refusal } from "../../database-file.ts";
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
  let stagedTimestamp = 0n;
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
  const commit = prepare("COMMIT");
  const getCounter = read("SELECT value FROM counters WHERE name = ?");

  function apply(batch: Batch): void {
    for (const { tablet, key, content } of batch.documents) {
      if (content === null) dropDocument.run(tablet, key);
      else putDocument.run(tablet, key, content.text, content.sizeBytes);
    }
    for (const { index, key, documentKey } of batch.entries) {
      if (documentKey === null) dropEntry.run(index, key);
      else putEntry.run(index, key, documentKey);
    }
    stagedTimestamp = batch.timestamp;
  }

  function orRollBack(task: () => void): void {
    try {
      task();
    } catch (error) {
      // After some errors, a full disk among them, SQLite has rolled back by itself.
      if (database.inTransaction) database.exec("ROLLBACK");
      const refused = refusal(file, error);
      const nowMs = performance.now();
      if (nowMs - toldMs > TOLD_AGAIN_MS) {
        toldMs = nowMs;
        onRefusal(refused);
      }
      throw refused;
    }
  }

  return {
    get(tablet, key) {
      const row = getDocument.get(tablet, key) as Row | undefined;
      return row === undefined ? null : toStoredRow(row);
    },
    scan,
    count,
    snapshot: () => openSnapshot(file),
    stage(batch) {
      orRollBack(() => {
        if (!database.inTransaction) begin.run();
        apply(batch);
      });
    },
    flush() {
      if (!database.inTransaction) return;
      orRollBack(() => {
        putCounter.run("timestamp", stagedTimestamp.toString());
        commit.run();
      });
    },
    dropIndex(index) {
      dropEntries.run(index);
    },
    dropSome({ tablet, index }, most) {
      if (index === null) return dropDocuments.run(tablet, tablet, most).changes;
      return dropSomeEntries.run(index, index, most).changes;
    },
    lastTimestamp() {
      const row = getCounter.get("timestamp") as [string] | undefined;
      return row === undefined ? 0n : BigInt(row[0]);
    },
    close() {
      database.close();
    },
  };
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
