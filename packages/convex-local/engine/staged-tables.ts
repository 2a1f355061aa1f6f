/**
 * Tables that are filled out of everybody's sight and then take the places of others, all of them at one
 * moment. A crash leaves hidden tables behind, of which the next start clears the disk.
 */
import type { EntryWrite } from "../storage/store.ts";
import { BY_CREATION_TIME, addIndex, forgetTable, newTablet, tableRow } from "./catalog-store.ts";
import type { Table } from "./catalog.ts";
import type { Database } from "./database.ts";
import { documentKey } from "./document.ts";
import type { Document } from "./document.ts";
import { indexKeys } from "./index-keys.ts";

/** An empty hidden table with the indexes of the one whose place it is to take, if there is one. */
export function stageTable(
  database: Database,
  { component, name, number }: Pick<Table, "component" | "name" | "number">,
  like: Table | null,
): Table {
  const tablet = newTablet(database);
  const table = database.catalog.hiddenTable({ tablet, component, name, number });
  database.writeDirectly([tableRow(table, true)], []);
  const indexes = like === null ? [BY_CREATION_TIME] : like.indexes.values();
  for (const { name: index, kind, fields, filterFields } of indexes) {
    if (table.indexes.has(index)) continue;
    addIndex(database, table, { name: index, kind, fields, filterFields });
  }
  return table;
}

/** Puts documents that the table does not hold yet into it. */
export function fillStaged(database: Database, table: Table, documents: readonly Document[]): void {
  const writes = documents.map(({ id, text, sizeBytes }) => ({
    tablet: table.tablet,
    key: documentKey(id),
    content: { text, sizeBytes },
  }));
  const entries = documents.flatMap((document) => entriesOf(table, document));
  database.writeDirectly(writes, entries);
}

/** Replaces `outgoing` by `incoming` at one moment. */
export function swapTables(
  database: Database,
  { incoming, outgoing }: { incoming: readonly Table[]; outgoing: readonly Table[] },
): bigint {
  const rows = [
    ...outgoing.map((table) => tableRow(table, true)),
    ...incoming.map((table) => tableRow(table)),
  ];
  return database.changeEverything(rows, () => {
    for (const table of outgoing) database.catalog.hide(table);
    for (const table of incoming) database.catalog.show(table);
  });
}

const DISCARD_BATCH = 500;

/** Clears the disk of a hidden table, in steps between which others have their turn. */
export async function discardTable(
  database: Database,
  table: Table,
  yieldNow: () => Promise<void>,
): Promise<void> {
  for (const { address } of table.indexes.values()) {
    while (database.dropSome(address, DISCARD_BATCH) === DISCARD_BATCH) await yieldNow();
  }
  forgetTable(database, table);
}

function entriesOf(table: Table, document: Document): EntryWrite[] {
  const key = documentKey(document.id);
  return [...table.indexes.values()].flatMap((index): EntryWrite[] => {
    const number = index.address.index;
    if (number === null) return [];
    return indexKeys(index, document).map((entry) => ({
      index: number,
      key: entry,
      documentKey: key,
    }));
  });
}
