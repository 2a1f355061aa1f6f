/** The tables of a store's SQLite file, and how batches are written into them. */
import type Database from "libsql";
import type { Batch } from "./store.ts";

export const SCHEMA = `
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

/** In KiB. With SQLite's two megabytes a table of a hundred thousand documents is filled at half the speed. */
export const MORE_CACHE = "PRAGMA cache_size = -32768;";

export function rowWriter(database: Database.Database): {
  /** All of it or, when it throws, nothing: on disk, with the time of the last batch. */
  commit(batches: readonly Batch[]): void;
} {
  const prepare = (sql: string) => database.prepare(sql);
  const putDocument = prepare("INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?)");
  const dropDocument = prepare("DELETE FROM documents WHERE tablet = ? AND key = ?");
  const putEntry = prepare("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)");
  const dropEntry = prepare("DELETE FROM entries WHERE idx = ? AND key = ?");
  const putCounter = prepare("INSERT OR REPLACE INTO counters VALUES (?, ?)");
  const begin = prepare("BEGIN IMMEDIATE");
  const commit = prepare("COMMIT");
  const takeBack = prepare("ROLLBACK");

  // An array is bound as it is; of several arguments the driver makes one first.
  function write({ timestamp, documents, entries }: Batch): void {
    for (const { tablet, key, content } of documents) {
      if (content === null) dropDocument.run([tablet, key]);
      else putDocument.run([tablet, key, content.text, content.sizeBytes]);
    }
    for (const { index, key, documentKey } of entries) {
      if (documentKey === null) dropEntry.run([index, key]);
      else putEntry.run([index, key, documentKey]);
    }
    lastTimestamp = timestamp;
  }

  let lastTimestamp = 0n;
  return {
    commit(batches) {
      begin.run();
      try {
        for (const batch of batches) write(batch);
        putCounter.run(["timestamp", lastTimestamp.toString()]);
        commit.run();
      } catch (error) {
        // After some errors, a full disk among them, SQLite has rolled back by itself.
        if (database.inTransaction) takeBack.run();
        throw error;
      }
    },
  };
}
