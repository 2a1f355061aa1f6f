/** Takes an uploaded file apart into tables and stored files, of which nothing is read before it is asked for. */
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import type { JSONValue } from "convex/values";
import type { ComponentPath } from "../engine/catalog.ts";
import { STORAGE } from "../engine/system-tables.ts";
import { csvRows } from "./csv.ts";
import { parseExportText } from "./export-json.ts";
import { ImportError, ImportRefusal, notJson } from "./import-error.ts";
import { linesOf, textOf } from "./lines.ts";
import { documentsPath, generatedSchemaPath, storedFilePath } from "./snapshot-paths.ts";
import { openZip } from "./zip-reader.ts";
import type { ZipEntry, ZipReader } from "./zip-reader.ts";
import { reasonOf } from "../values/reason.ts";

export type ImportFormat =
  { format: "csv" | "jsonl" | "json_array"; table: string } | { format: "zip" };

export interface ImportedTable {
  component: ComponentPath;
  name: string;
  /** Whether its values are in the form of our own exports, which marks what JSON cannot tell apart. */
  isExport: boolean;
  rows: () => AsyncGenerator<JSONValue>;
}

export interface ImportedFile {
  component: ComponentPath;
  id: string;
  open: () => Promise<Readable>;
}

export interface ParsedImport {
  tables: ImportedTable[];
  files: ImportedFile[];
  close(): void;
}

export const TABLES = "_tables";
const LARGEST_ARRAY_BYTES = 16 * 2 ** 20;
const UTF8_BOM = "\ufeff";

export async function parseImport(
  file: string,
  format: ImportFormat,
  component: ComponentPath,
): Promise<ParsedImport> {
  if (format.format === "zip") return parseSnapshot(await openZip(file), component);
  const rowsOf = { csv: csvRows, jsonl: jsonRows, json_array: arrayItems }[format.format];
  const rows = () => rowsOf(createReadStream(file));
  const table = { component, name: format.table, isExport: false, rows };
  return { tables: [table], files: [], close: () => undefined };
}

async function parseSnapshot(zip: ZipReader, base: ComponentPath): Promise<ParsedImport> {
  try {
    const exported = new Set<string>();
    for (const entry of zip.entries) {
      const path = generatedSchemaPath(entry.name, base);
      if (path === null) continue;
      await requireUniform(entry);
      exported.add(`${path.component}/${path.name}`);
    }
    const tables: ImportedTable[] = [];
    const files: ImportedFile[] = [];
    for (const entry of zip.entries) {
      const documents = documentsPath(entry.name, base);
      if (documents !== null && isImported(documents.name)) {
        const isExport = exported.has(`${documents.component}/${documents.name}`);
        const rows = () => entryRows(entry, isExport);
        tables.push({ ...documents, isExport, rows });
      }
      const stored = storedFilePath(entry.name, base);
      if (stored === null) continue;
      files.push({ component: stored.component, id: stored.name, open: () => entry.open() });
    }
    return { tables, files, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Other system tables that stand in the file are none of an import's business. */
function isImported(table: string): boolean {
  return !table.startsWith("_") || table === TABLES || table === STORAGE;
}

async function requireUniform(entry: ZipEntry): Promise<void> {
  for await (const line of linesOf(await entry.open())) {
    if (line.trim() === '"uniform"') return;
    break;
  }
  throw new ImportRefusal(
    "InvalidGeneratedSchema",
    `cannot parse ${entry.name}: it is of an old kind of export, which this backend does not read. Export again with a newer Convex.`,
  );
}

async function* entryRows(entry: ZipEntry, isExport: boolean): AsyncGenerator<JSONValue> {
  let row = 0;
  for await (const line of unzipped(entry)) {
    row += 1;
    yield parseRow(line, row, isExport ? parseExportText : parsePlain);
  }
}

async function* unzipped(entry: ZipEntry): AsyncGenerator<string> {
  const lines = linesOf(await entry.open());
  for (;;) {
    let next: IteratorResult<string>;
    try {
      next = await lines.next();
    } catch (error) {
      if (error instanceof ImportError) throw error;
      throw new ImportRefusal("InvalidZip", "invalid zip file");
    }
    if (next.done === true) return;
    yield next.value;
  }
}

async function* jsonRows(source: AsyncIterable<Buffer>): AsyncGenerator<JSONValue> {
  let row = 0;
  for await (const line of linesOf(source)) {
    row += 1;
    if (row === 1) refuseBom(line);
    yield parseRow(line, row, parsePlain);
  }
}

async function* arrayItems(source: AsyncIterable<Buffer>): AsyncGenerator<JSONValue> {
  const text = await textOf(source, LARGEST_ARRAY_BYTES);
  refuseBom(text);
  let array: JSONValue;
  try {
    array = parsePlain(text);
  } catch (error) {
    throw new ImportError("NotJson", `Not valid JSON: ${reasonOf(error)}`);
  }
  if (!Array.isArray(array)) throw new ImportError("NotJsonArray", "Not a JSON array");
  yield* array;
}

function parseRow(text: string, row: number, parse: (text: string) => JSONValue): JSONValue {
  try {
    return parse(text);
  } catch (error) {
    throw notJson(row, error);
  }
}

function parsePlain(text: string): JSONValue {
  return JSON.parse(text) as JSONValue;
}

function refuseBom(text: string): void {
  if (!text.startsWith(UTF8_BOM)) return;
  throw new ImportError(
    "Utf8BomNotSupported",
    "UTF-8 BOM is not supported. Please save your file without BOM.",
  );
}
