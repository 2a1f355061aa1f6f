/** Opens one of the SQLite files in the data folder. One that cannot be opened is named, with what can be done. */
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
}

export function openDatabaseFile(wanted: DatabaseFile): Database.Database {
  try {
    return open(wanted);
  } catch (error) {
    throw refusal(wanted.file, error);
  }
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
