/** A database on a throwaway file, for tests of the engine. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import type { Clock } from "@hark/stand-in-kit/clock";
import { must } from "@hark/stand-in-kit/must";
import { openSqliteStore } from "../storage/sqlite-store.ts";
import { newDocumentId } from "../values/document-id.ts";
import type { JsonObject } from "../values/json.ts";
import { ensureTable, loadCatalog, setIndexes } from "./catalog-store.ts";
import type { Index, IndexDefinition, Table } from "./catalog.ts";
import { Database } from "./database.ts";
import type { Transaction } from "./transaction.ts";

export interface TestDatabase {
  /** Of its data. */
  file: string;
  database: Database;
  /** A table with an index by the fields `a` and `b`, named by_ab. */
  table: Table;
  index: Index;
  insert(transaction: Transaction, fields: JsonObject): string;
  /** The documents of the by_ab index as a transaction sees them. */
  read(transaction: Transaction, order?: "asc" | "desc", most?: number): JsonObject[];
  reopen(): TestDatabase;
  close(): void;
}

export const BY_AB: IndexDefinition = {
  name: "by_ab",
  kind: "database",
  fields: ["a", "b", "_creationTime", "_id"],
  filterFields: [],
};

const EVERYTHING = { lower: Buffer.alloc(0), upper: null };

export function openTestDatabase(
  folder: string = mkdtempSync(path.join(tmpdir(), "hark-engine-")),
  clock: Clock = new AdjustableClock(),
): TestDatabase {
  const file = path.join(folder, "data.sqlite");
  const database = new Database(openSqliteStore(file), clock);
  loadCatalog(database);
  const table = ensureTable(database, "", "things");
  setIndexes(database, table, [BY_AB]);
  const index = must(table.indexes.get("by_ab"), "by_ab");
  return {
    file,
    database,
    table,
    index,
    insert(transaction, fields) {
      const _id = newDocumentId(table.number);
      transaction.put(table, { ...fields, _id, _creationTime: database.newCreationTime() });
      return _id;
    },
    read(transaction, order = "asc", most = Infinity) {
      const rows = transaction.walk({ table, index, range: EVERYTHING, order });
      const found: JsonObject[] = [];
      while (found.length < most) {
        const row = rows.next();
        if (row === null) break;
        found.push(row.document.json());
      }
      return found;
    },
    reopen() {
      database.close();
      return openTestDatabase(folder, clock);
    },
    close() {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
