/** Opens one of the SQLite files in the data folder. If that fails, the error names the file and says what to do. */
import { readdirSync, statSync } from "node:fs";
import Database from "libsql";

/** Its message is for the person at the terminal. */
export class DatabaseFileError extends Error {
  override readonly name = "DatabaseFileError";
}

export interface DatabaseFile {
  file: string;
  /**
   * FULL makes every commit wait for the disk. NORMAL survives the end of this process, which is enough for a stand-in.
   */
  synchronous: "FULL" | "NORMAL";
  schema: string;
  /** Files and folders with other parts of the data. If one of them has content, a missing database is an error. */
  beside?: readonly string[];
}

export function openDatabaseFile(wanted: DatabaseFile): Database.Database {
  refuseIfLost(wanted);
  try {
    return open(wanted);
  } catch (error) {
    throw refusal(wanted.file, error);
  }
}

/** SQLite would create a new database and discard the log beside it. */
function refuseIfLost({ file, beside = [] }: DatabaseFile): void {
  if (hasContent(file)) return;
  const rest = [`${file}-wal`, ...beside].find(hasContent);
  if (rest === undefined) return;
  throw new DatabaseFileError(
    `The database ${file} is missing or empty, but ${rest} holds data that belongs to it. A new database would ` +
      "discard it, so none was created. Put a copy of the database in its place. Without a copy, start again with " +
      "npm run reset, and restore a backup with npm run restore -- file.zip.",
  );
}

function hasContent(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  return found.isDirectory() ? readdirSync(path).length > 0 : found.size > 0;
}

/** Turns an error of SQLite into one that names the file and says what to do. */
export function refusal(file: string, error: unknown): DatabaseFileError {
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseFileError(explain(file, codeOf(error), reason), { cause: error });
}

/** Another process may still be closing the file. */
const BUSY_TIMEOUT_MS = 5_000;

function open({ file, synchronous, schema }: DatabaseFile): Database.Database {
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};`);
    // With a damaged page, some reads would silently return incomplete data.
    const [found] = database.prepare("PRAGMA quick_check(1)").raw(true).all() as [string][];
    if (found?.[0] !== "ok") throw new Damaged(found?.[0]);
    database.exec(schema);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

class Damaged extends Error {
  readonly code = "SQLITE_CORRUPT";
}

/** Error codes of the file system, for files that are written without SQLite. */
const DISK_ERRORS = new Set(["ENOSPC", "EDQUOT", "EFBIG", "EIO"]);

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? "SQLITE_CANTOPEN";
}

function explain(file: string, code: string, reason: string): string {
  const detail = reason.replaceAll(/\s+/g, " ").trim();
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB") {
    return (
      `The database ${file} is damaged: ${detail}. Replace it with a copy, or empty the ` +
      "whole data folder with npm run reset."
    );
  }
  if (code === "SQLITE_FULL" || code.startsWith("SQLITE_IOERR") || DISK_ERRORS.has(code)) {
    return `The database ${file} cannot be written: ${detail}. Make room on its disk; until then nothing is stored.`;
  }
  if (code === "SQLITE_BUSY") {
    return `The database ${file} is in use: another process has it open. Stop that process, or choose another folder with HARK_DATA.`;
  }
  return (
    `The database ${file} cannot be opened for writing: ${detail}. Make it and its folder writable, ` +
    "or choose another folder with HARK_DATA."
  );
}
