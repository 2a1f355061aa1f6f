/** For tests: checks that a store's indexes match its documents, row by row. */
import Database from "libsql";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { must } from "@hark/stand-in-kit/must";
import { openSqliteStore } from "../storage/sqlite-store.ts";
import { loadCatalog } from "./catalog-store.ts";
import { Database as Engine } from "./database.ts";
import { documentFromRow } from "./document.ts";
import { indexKeys } from "./index-keys.ts";

const EVERYTHING = { lower: Buffer.alloc(0), upper: null };

/** One line for each index entry that is missing or superfluous. */
export function disagreements(file: string): string[] {
  const store = openSqliteStore(file);
  const raw = new Database(file);
  try {
    const engine = new Engine(store, new AdjustableClock());
    loadCatalog(engine);
    const expected = new Set<string>();
    for (const table of engine.catalog.allTables()) {
      if (!table.indexes.has("by_creation_time")) return [`${table.name} has no indexes`];
      const byId = must(table.indexes.get("by_id"), "by_id").address;
      const rows = store.scan(byId, EVERYTHING, "asc", Number.MAX_SAFE_INTEGER);
      for (const index of table.indexes.values()) {
        for (const row of index.address.index === null ? [] : rows) {
          for (const key of indexKeys(index, documentFromRow(row))) {
            expected.add(entryName(must(index.address.index, "number"), key, row.key));
          }
        }
      }
    }
    const statement = raw.prepare("SELECT idx, key, document FROM entries").raw(true);
    const found = (statement.all() as [number, Buffer, Buffer][]).map((row) => entryName(...row));
    const there = new Set(found);
    const missing = [...expected].filter((name) => !there.has(name));
    const extra = found.filter((name) => !expected.has(name));
    return [...missing.map((name) => `missing: ${name}`), ...extra.map((name) => `left: ${name}`)];
  } finally {
    raw.close();
    store.close();
  }
}

function entryName(index: number, key: Buffer, document: Buffer): string {
  return `${index} ${key.toString("hex")} ${document.toString("hex")}`;
}
