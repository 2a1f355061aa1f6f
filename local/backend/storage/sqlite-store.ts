import Database from "libsql";
import { atomically } from "../../atomic.ts";
import type { Batch, KeyRange, Store, StoredRow } from "./store.ts";

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

export function openSqliteStore(file: string): Store {
  const database = new Database(file);
  // FULL makes every commit wait for the disk: acknowledged means written.
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  database.exec(SCHEMA);

  const prepare = (sql: string) => database.prepare(sql);
  const read = (sql: string) => database.prepare(sql).raw(true);
  const scans = scanStatements(read);
  const getDocument = read("SELECT key, text, size FROM documents WHERE tablet = ? AND key = ?");
  const countDocuments = read("SELECT count(*) FROM documents WHERE tablet = ?");
  const putDocument = prepare("INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?)");
  const dropDocument = prepare("DELETE FROM documents WHERE tablet = ? AND key = ?");
  const putEntry = prepare("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)");
  const dropEntry = prepare("DELETE FROM entries WHERE idx = ? AND key = ?");
  const dropEntries = prepare("DELETE FROM entries WHERE idx = ?");
  const putCounter = prepare("INSERT OR REPLACE INTO counters VALUES (?, ?)");
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
    putCounter.run("timestamp", batch.timestamp.toString());
  }

  return {
    get(tablet, key) {
      const row = getDocument.get(tablet, key) as Row | undefined;
      return row === undefined ? null : toStoredRow(row);
    },
    scan({ tablet, index }, range, order, limit) {
      const statement = scans[`${index === null ? "table" : "index"} ${order} ${bound(range)}`];
      const bounds = range.upper === null ? [range.lower] : [range.lower, range.upper];
      const place = index === null ? [tablet] : [tablet, index];
      return (statement.all([...place, ...bounds, limit]) as Row[]).map(toStoredRow);
    },
    count(tablet) {
      return (countDocuments.get(tablet) as [number])[0];
    },
    write(batch) {
      atomically(database, () => apply(batch));
    },
    dropIndex(index) {
      dropEntries.run(index);
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

type Statement = ReturnType<Database.Database["prepare"]>;
type ScanKind = `${"table" | "index"} ${"asc" | "desc"} ${"open" | "closed"}`;

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
