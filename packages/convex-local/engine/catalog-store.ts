/** Keeps the catalog on disk, and makes tables and indexes. */
import { encodeOrderKey } from "../values/order-key.ts";
import type { DocumentWrite, EntryWrite } from "../storage/store.ts";
import { sameIndex } from "./catalog.ts";
import type { ComponentPath, Index, IndexDefinition, Table } from "./catalog.ts";
import type { Database } from "./database.ts";
import { documentFromRow, documentKey } from "./document.ts";
import { indexKeys } from "./index-keys.ts";
import { SYSTEM_TABLES, isSystemTableOf } from "./system-tables.ts";

// These two hold the catalog itself, so their places are fixed.
const TABLES_TABLET = 1;
const INDEXES_TABLET = 2;
const WHOLE_RANGE = { lower: Buffer.alloc(0), upper: null };
const EVERYTHING = Number.MAX_SAFE_INTEGER;
const BACKFILL_BATCH = 5_000;

interface TableRecord {
  tablet: number;
  number: number;
  name: string;
  component: ComponentPath;
  /** Not yet, or no longer, in its place. */
  isHidden?: boolean;
}

interface IndexRecord extends IndexDefinition {
  index: number;
  tablet: number;
}

export const BY_CREATION_TIME: IndexDefinition = {
  name: "by_creation_time",
  kind: "database",
  fields: ["_creationTime", "_id"],
  filterFields: [],
};

/** Returns hidden tables that an earlier process has left behind. */
export function loadCatalog(database: Database): Table[] {
  const records = <T>(tablet: number): T[] =>
    database.store
      .scan({ tablet, index: null }, WHOLE_RANGE, "asc", EVERYTHING)
      .map((row) => JSON.parse(row.text) as T);
  const { catalog } = database;
  const tables = new Map<number, Table>();
  const hidden: Table[] = [];
  for (const { isHidden = false, ...record } of records<TableRecord>(TABLES_TABLET)) {
    const table = isHidden ? catalog.hiddenTable(record) : catalog.addTable(record);
    tables.set(record.tablet, table);
    if (isHidden) hidden.push(table);
  }
  for (const record of records<IndexRecord>(INDEXES_TABLET)) {
    const table = tables.get(record.tablet);
    if (table !== undefined) catalog.addIndex(table, record);
  }
  return hidden;
}

/** Finds a table, or makes it: Convex tables come into being when they are first written. */
export function ensureTable(database: Database, component: ComponentPath, name: string): Table {
  const { catalog } = database;
  const existing = catalog.table(component, name);
  if (existing !== undefined) return existing;
  const system = SYSTEM_TABLES[name];
  const record: TableRecord = {
    tablet: newTablet(database),
    number: system?.number ?? catalog.newTableNumber(component),
    name,
    component,
  };
  const definitions = [BY_CREATION_TIME, ...(system?.indexes ?? [])];
  const indexes = definitions.map((definition, at): IndexRecord => ({
    ...definition,
    index: catalog.newIndex() + at,
    tablet: record.tablet,
  }));
  // In one batch: after a crash, a table without its indexes could not be read.
  const rows = indexes.map((one) => catalogRow(INDEXES_TABLET, one.index, one));
  database.writeDirectly([tableRow(record), ...rows], []);
  const table = catalog.addTable(record);
  for (const one of indexes) catalog.addIndex(table, one);
  return table;
}

export function ensureSystemTables(database: Database, component: ComponentPath): void {
  for (const name of Object.keys(SYSTEM_TABLES)) {
    if (isSystemTableOf(component, name)) ensureTable(database, component, name);
  }
}

export function newTablet({ catalog }: Database): number {
  return Math.max(catalog.newTablet(), INDEXES_TABLET + 1);
}

/** How the catalog on disk knows a table. */
export function tableRow(
  { tablet, number, name, component }: Omit<Table, "indexes">,
  isHidden = false,
): DocumentWrite {
  const record: TableRecord = { tablet, number, name, component };
  return catalogRow(TABLES_TABLET, tablet, isHidden ? { ...record, isHidden } : record);
}

/** Takes a table without documents out of the catalog on disk. */
export function forgetTable(database: Database, table: Table): void {
  for (const index of [...table.indexes.values()]) removeIndex(database, table, index);
  database.writeDirectly([{ ...tableRow(table), content: null }], []);
}

/** Adds an index and fills it from the documents that the table already holds. */
export function addIndex(database: Database, table: Table, definition: IndexDefinition): Index {
  const number = database.catalog.newIndex();
  const record: IndexRecord = { ...definition, index: number, tablet: table.tablet };
  // A crash while an index was filled, or emptied, leaves entries under a number that is free again.
  database.dropIndex(number);
  const index = database.catalog.addIndex(table, record);
  try {
    backfill(database, table, index);
    database.writeDirectly([catalogRow(INDEXES_TABLET, number, record)], []);
  } catch (error) {
    database.catalog.removeIndex(table, index.name);
    throw error;
  }
  return index;
}

function removeIndex(database: Database, table: Table, index: Index): void {
  const number = index.address.index;
  if (number === null) return;
  database.catalog.removeIndex(table, index.name);
  database.writeDirectly([{ ...catalogRow(INDEXES_TABLET, number, {}), content: null }], []);
  database.dropIndex(number);
}

/** Makes the table's own indexes be exactly these. */
export function setIndexes(
  database: Database,
  table: Table,
  wanted: readonly IndexDefinition[],
): void {
  const builtIn = new Set(["by_id", BY_CREATION_TIME.name]);
  for (const index of [...table.indexes.values()]) {
    if (builtIn.has(index.name)) continue;
    const same = wanted.find(({ name }) => name === index.name);
    if (same === undefined || !sameIndex(same, index)) removeIndex(database, table, index);
  }
  for (const definition of wanted) {
    if (!table.indexes.has(definition.name)) addIndex(database, table, definition);
  }
}

function backfill(database: Database, table: Table, index: Index): void {
  const number = index.address.index;
  if (number === null) return;
  let lower = Buffer.alloc(0);
  for (;;) {
    const rows = database.store.scan(
      { tablet: table.tablet, index: null },
      { lower, upper: null },
      "asc",
      BACKFILL_BATCH,
    );
    const entries = rows.flatMap((row): EntryWrite[] => {
      const document = documentFromRow(row);
      return indexKeys(index, document).map((key) => ({
        index: number,
        key,
        documentKey: documentKey(document.id),
      }));
    });
    if (entries.length > 0) database.writeDirectly([], entries);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BACKFILL_BATCH) return;
    lower = Buffer.concat([last.key, Buffer.from([0])]);
  }
}

function catalogRow(tablet: number, number: number, record: object): DocumentWrite {
  const text = JSON.stringify(record);
  return {
    tablet,
    key: encodeOrderKey([number]),
    content: { text, sizeBytes: text.length },
  };
}
