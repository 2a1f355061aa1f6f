/**
 * Runs an import: into hidden tables that replace the old ones at one moment, or, when it appends, directly into the
 * existing ones (crates/application/src/snapshot_import/mod.rs).
 */
import { ensureSystemTables } from "../engine/catalog-store.ts";
import type { ComponentPath, Table } from "../engine/catalog.ts";
import type { Document } from "../engine/document.ts";
import { STORAGE } from "../engine/system-tables.ts";
import { deletionProblem } from "../deploy/table-deletion.ts";
import type { Schema, TableSchema } from "../deploy/deployment.ts";
import type { Host } from "../functions/host.ts";
import { ImportRefusal, inComponent, withCommas } from "./import-error.ts";
import { importFiles } from "./import-files.ts";
import { documentOfRow, withoutEmptyOptionals } from "./import-rows.ts";
import { ImportTargets } from "./import-targets.ts";
import { TABLES } from "./parse-import.ts";
import type { ImportedTable, ParsedImport } from "./parse-import.ts";
import { requireSafeReferences } from "./schema-references.ts";
import { importedMessage } from "./table-changes.ts";
import type { ImportMode } from "./table-changes.ts";
import { numberTables } from "./table-numbers.ts";

export interface ImportOptions {
  host: Host;
  mode: ImportMode;
  isCsv: boolean;
  /** Reports a step that begins. */
  onStep: (message: string) => void;
  /** Reports a step that is done. */
  onDone: (message: string) => void;
  /** Lets other work run. Throws if the import was cancelled. */
  yieldNow: () => Promise<void>;
  /** Receives the hidden tables of a failed import. */
  onAbandoned: (staged: readonly Table[]) => void;
}

export interface ImportOutcome {
  documents: number;
  timestamp: bigint;
  /** The replaced tables, whose documents are still on disk. */
  outgoing: Table[];
}

export type Schemas = ReadonlyMap<ComponentPath, Schema>;

const BATCH = { documents: 64, bytes: 2 ** 17 };

export async function importTables(
  parsed: ParsedImport,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const { host, mode } = options;
  const { database } = host;
  for (const { component } of parsed.tables) ensureSystemTables(database, component);
  const schemas = liveSchemas(host);
  const numbered = await numberTables(parsed, {
    catalog: database.catalog,
    mode,
    schemaTables: [...schemas].flatMap(([component, { tables }]) =>
      [...tables.keys()].map((name) => ({ component, name })),
    ),
  });
  const targets = new ImportTargets(database, mode, numbered);
  try {
    let documents = 0;
    for (const table of parsed.tables) {
      if (table.name === TABLES) continue;
      options.onStep(`Importing "${table.name}"${inComponent(table.component)}`);
      const isStorage = table.name === STORAGE;
      const count = isStorage
        ? await importStorage(table, parsed, { ...options, targets })
        : await importDocuments(table, { ...options, targets, schemas });
      options.onDone(importedMessage({ component: table.component, table: table.name }, count));
      if (!isStorage) documents += count;
    }
    requireSameSchemas(schemas, liveSchemas(host));
    requireSafeReferences(database, schemas, numbered);
    for (const { component, name } of targets.deleted()) {
      const wrong = deletionProblem(schemas.get(component), name);
      if (wrong !== null) throw new ImportRefusal("SchemaEnforcementError", wrong);
    }
    const { timestamp, outgoing } = targets.activate();
    return { documents, timestamp, outgoing };
  } catch (error) {
    options.onAbandoned(targets.staged());
    throw error;
  }
}

function importStorage(
  table: ImportedTable,
  { files }: ParsedImport,
  { host, targets, ...job }: ImportOptions & { targets: ImportTargets },
): Promise<number> {
  const target = targets.get(table.component, table.name);
  const own = files.filter(({ component }) => component === table.component);
  const write = (document: Document) => targets.write(target, [document]);
  return importFiles(table, own, {
    ...job,
    database: host.database,
    files: host.files,
    target,
    write,
  });
}

async function importDocuments(
  table: ImportedTable,
  {
    host,
    targets,
    schemas,
    isCsv,
    onStep,
    yieldNow,
  }: ImportOptions & { targets: ImportTargets; schemas: Schemas },
): Promise<number> {
  const { component, name, isExport } = table;
  const target = targets.get(component, name);
  const declared = schemas.get(component);
  const definition = declared?.tables.get(name) ?? null;
  const schema: TableSchema | null = declared?.schemaValidation === true ? definition : null;
  const tableOfId = (id: string) => targets.tableOfId(component, id);
  const context = { database: host.database, table: target, isExport, schema, tableOfId };
  let row = 0;
  let batch: Document[] = [];
  let bytes = 0;
  const flush = () => {
    if (batch.length > 0) targets.write(target, batch);
    [batch, bytes] = [[], 0];
  };
  for await (const value of table.rows()) {
    row += 1;
    const content = isCsv ? withoutEmptyOptionals(value, definition) : value;
    const document = documentOfRow(content, row, context);
    batch.push(document);
    bytes += document.sizeBytes;
    if (batch.length >= BATCH.documents || bytes >= BATCH.bytes) {
      flush();
      onStep(`Importing "${name}" (${withCommas(row)} documents)`);
    }
    await yieldNow();
  }
  flush();
  return row;
}

function liveSchemas(host: Host): Schemas {
  const schemas = new Map<ComponentPath, Schema>();
  for (const { component, schema } of host.deployment().mounts.values()) {
    if (schema !== null) schemas.set(component, schema);
  }
  return schemas;
}

/** Documents that were validated against one schema may not match another. */
function requireSameSchemas(before: Schemas, now: Schemas): void {
  const text = (schemas: Schemas) =>
    JSON.stringify([...schemas].map(([component, { exported }]) => [component, exported]));
  if (text(before) === text(now)) return;
  throw new ImportRefusal(
    "ImportSchemaChanged",
    "Could not complete import because schema changed. Avoid modifying schema.ts while importing tables",
  );
}
