import { copyFileSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** For tests: a copy of the data as it is on disk now, because only one process may open a store. */
export function copyOfData(folder: string): string {
  const copies = mkdtempSync(path.join(tmpdir(), "hark-copy-"));
  for (const name of readdirSync(folder)) {
    if (!name.startsWith("data.sqlite")) continue;
    copyFileSync(path.join(folder, name), path.join(copies, name));
  }
  return path.join(copies, "data.sqlite");
}
