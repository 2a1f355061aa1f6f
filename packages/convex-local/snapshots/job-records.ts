/** The records of exports and imports: documents that the CLI watches. */
import { must } from "@hark/stand-in-kit/must";
import { ensureTable } from "../engine/catalog-store.ts";
import type { Table } from "../engine/catalog.ts";
import type { Database } from "../engine/database.ts";
import type { Transaction } from "../engine/transaction.ts";
import { newDocumentId, tableNumberOf } from "../values/document-id.ts";
import type { JsonObject } from "../values/json.ts";

export type JobRecord<Fields> = Fields & { _id: string; _creationTime: number };

export interface JobRecords<Fields> {
  add(fields: Fields): string;
  /** Newest first. */
  newest(most: number): JobRecord<Fields>[];
  /** Null if it is not the id of such a record, or if the record was deleted. */
  get(id: string): JobRecord<Fields> | null;
  /** Null removes the record. */
  change(id: string, change: (record: JobRecord<Fields>) => JobRecord<Fields> | null): void;
}

export function createJobRecords<Fields>(database: Database, name: string): JobRecords<Fields> {
  const table = ensureTable(database, "", name);
  const read = (transaction: Transaction, id: string) => {
    if (tableNumberOf(id) !== table.number) return null;
    return (transaction.get(table, id)?.json() ?? null) as JobRecord<Fields> | null;
  };
  return {
    add(fields) {
      const _id = newDocumentId(table.number);
      database.transact((transaction) => {
        const _creationTime = database.newCreationTime();
        transaction.put(table, { _id, _creationTime, ...fields });
      });
      return _id;
    },
    newest: (most) =>
      database.transact((transaction) => newestOf(transaction, table, most)) as JobRecord<Fields>[],
    get: (id) => database.transact((transaction) => read(transaction, id)),
    change(id, change) {
      database.transact((transaction) => {
        const record = read(transaction, id);
        if (record === null) return;
        const changed = change(record);
        if (changed === null) transaction.remove(table, id);
        else transaction.put(table, changed);
      });
    },
  };
}

/** In its own transaction, so that queries that watch the record rerun. */
export function newestOf(transaction: Transaction, table: Table, most: number): JsonObject[] {
  const index = must(table.indexes.get("by_creation_time"), "by_creation_time");
  const range = { lower: Buffer.alloc(0), upper: null };
  const rows = transaction.walk({ table, index, range, order: "desc", expectedRows: most });
  const found: JsonObject[] = [];
  while (found.length < most) {
    const row = rows.next();
    if (row === null) break;
    found.push(row.document.json());
  }
  return found;
}
