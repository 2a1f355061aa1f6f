import { copyFileSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "libsql";

/** For tests: a copy of the data as it is on disk now, because only one process may open a store. */
export function copyOfData(folder: string): string {
  const copies = mkdtempSync(path.join(tmpdir(), "hark-copy-"));
  for (const name of readdirSync(folder)) {
    if (!name.startsWith("data.sqlite")) continue;
    copyFileSync(path.join(folder, name), path.join(copies, name));
  }
  return path.join(copies, "data.sqlite");
}

/** For tests: makes the data of a closed store one small file. */
export function compactData(folder: string): void {
  const database = new Database(path.join(folder, "data.sqlite"));
  database.exec("VACUUM");
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
}
