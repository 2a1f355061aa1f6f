/** Checksums of a data folder's documents and files, to compare two folders. */
import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { loadCatalog } from "@hark/convex-local/engine/catalog-store";
import { Database } from "@hark/convex-local/engine/database";
import { STORAGE } from "@hark/convex-local/engine/system-tables";
import { openSqliteStore } from "@hark/convex-local/storage/sqlite-store";
import { copyOfData } from "@hark/convex-local/storage/test-copy";
import { AdjustableClock } from "@hark/stand-in-kit/clock";

const EVERYTHING = { lower: Buffer.alloc(0), upper: null };

/** By component and table: the tables that a snapshot contains, with their index entries. */
export async function dataChecksums(folder: string): Promise<Record<string, string>> {
  const copy = copyOfData(folder);
  const store = openSqliteStore(copy);
  const database = new Database(store, new AdjustableClock());
  loadCatalog(database);
  const { catalog } = database;
  const tables = catalog
    .components()
    .flatMap((component) => catalog.tablesOf(component))
    .filter(({ name }) => !name.startsWith("_") || name === STORAGE);
  const sums: Record<string, string> = {};
  for (const table of tables) {
    const hash = createHash("sha256").update(String(table.number));
    for (const { name, address } of table.indexes.values()) {
      hash.update(name);
      for (const { text } of store.scan(address, EVERYTHING, "asc", 1_000_000)) {
        const document = JSON.parse(text) as Record<string, unknown>;
        hash.update(JSON.stringify(Object.entries(document).sort()));
        if (table.name !== STORAGE || name !== "by_id") continue;
        hash.update(await readFile(path.join(folder, "files", document.file as string)));
      }
    }
    sums[`${table.component}/${table.name} ${store.count(table.tablet)}`] = hash.digest("hex");
  }
  database.close();
  await rm(path.dirname(copy), { recursive: true });
  return sums;
}
