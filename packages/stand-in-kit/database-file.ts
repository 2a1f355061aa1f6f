/** Opens one of the SQLite files in the data folder. One that cannot be opened is named, with what can be done. */
import { readdirSync, statSync } from "node:fs";
import Database from "libsql";

/** Its message is for whoever sits at the terminal. */
export class DatabaseFileError extends Error {
  override readonly name = "DatabaseFileError";
}

export interface DatabaseFile {
  file: string;
  /** FULL makes every commit wait for the disk; NORMAL survives the end of this process, which is all that a stand-in has to survive. */
  synchronous: "FULL" | "NORMAL";
  schema: string;
  /** Files and folders with more of the same data: where one of these holds something, the database is no new one. */
  beside?: readonly string[];
}

export function openDatabaseFile(wanted: DatabaseFile): Database.Database {
  refuseLost(wanted);
  try {
    return open(wanted);
  } catch (error) {
    throw refusal(wanted.file, error);
  }
}

/** SQLite would make a new database, and throw away what the log beside it holds. */
function refuseLost({ file, beside = [] }: DatabaseFile): void {
  if (holdsSomething(file)) return;
  const rest = [`${file}-wal`, ...beside].find(holdsSomething);
  if (rest === undefined) return;
  throw new DatabaseFileError(
    `The database ${file} is missing or empty, but ${rest} holds data that belongs to it. A new database would throw ` +
      "that away, so none was made. Put a copy of the database from before in its place. Without one, begin anew with " +
      "npm run reset, and put a backup back with npm run restore -- file.zip.",
  );
}

function holdsSomething(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  return found.isDirectory() ? readdirSync(path).length > 0 : found.size > 0;
}

/** What SQLite says of a file, in words that name it and say what can be done. */
export function refusal(file: string, error: unknown): DatabaseFileError {
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseFileError(explain(file, codeOf(error), reason), { cause: error });
}

/** Whoever had it open before may still be closing it. */
const PATIENCE_MS = 5_000;

function open({ file, synchronous, schema }: DatabaseFile): Database.Database {
  const database = new Database(file, { timeout: PATIENCE_MS });
  try {
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};`);
    // Of a page that is broken, some reads would give what is left without a word: no data rather than some of it.
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

/** In the system's words, where a file is written without SQLite. */
const NO_ROOM = new Set(["ENOSPC", "EDQUOT", "EFBIG", "EIO"]);

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? "SQLITE_CANTOPEN";
}

function explain(file: string, code: string, reason: string): string {
  const detail = reason.replaceAll(/\s+/g, " ").trim();
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB") {
    return (
      `The database ${file} is damaged: ${detail}. Put a copy from before in its place, or empty the ` +
      "whole data folder with npm run reset."
    );
  }
  if (code === "SQLITE_FULL" || code.startsWith("SQLITE_IOERR") || NO_ROOM.has(code)) {
    return `The database ${file} cannot be written: ${detail}. Make room on its disk; until then nothing is stored.`;
  }
  if (code === "SQLITE_BUSY") {
    return `The database ${file} is in use: another process has it open. End that one, or choose another folder with HARK_DATA.`;
  }
  return (
    `The database ${file} cannot be opened for writing: ${detail}. Make it and its folder writable, ` +
    "or choose another folder with HARK_DATA."
  );
}
