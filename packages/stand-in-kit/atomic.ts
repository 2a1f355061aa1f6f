import type Database from "libsql";

/** Runs `run` in one transaction. If it throws, everything is rolled back and the error is passed on. */
export function atomically<T>(database: Database.Database, run: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = run();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // After some errors, such as a full disk, SQLite has already rolled back. A second ROLLBACK would fail and hide the
    // first error.
    if (database.inTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
