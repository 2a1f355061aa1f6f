import type Database from "libsql";

/** Runs all of it or nothing. A reason why it failed is told as it is. */
export function atomically<T>(database: Database.Database, run: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = run();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // After some errors, a full disk among them, SQLite has already rolled back by itself, and to ask
    // for it once more would be an error of its own that hides the first.
    if (database.inTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
