/** Stored files: their records and their bytes (crates/application/src/snapshot_import/import_file_storage.rs). */
import { must } from "@hark/stand-in-kit/must";
import type { Table } from "../engine/catalog.ts";
import type { Database } from "../engine/database.ts";
import { documentFromJson, documentFromRow } from "../engine/document.ts";
import type { Document } from "../engine/document.ts";
import { keyRange } from "../engine/index-range.ts";
import { STORAGE } from "../engine/system-tables.ts";
import type { FileStore } from "../files/file-store.ts";
import { tableNumberOf } from "../values/document-id.ts";
import { isJsonObject } from "../values/json.ts";
import { afterKey } from "../values/order-key.ts";
import { ImportRefusal, invalidRow, withCommas } from "./import-error.ts";
import type { ImportedFile, ImportedTable } from "./parse-import.ts";

interface FileMetadata {
  _creationTime?: number;
  sha256?: string;
  size?: number;
  contentType?: string;
  internalId?: string;
}

export interface FileImport {
  database: Database;
  files: FileStore;
  target: Table;
  write: (document: Document) => void;
  onStep: (message: string) => void;
  yieldNow: () => Promise<void>;
}

export async function importFiles(
  table: ImportedTable,
  imported: readonly ImportedFile[],
  job: FileImport,
): Promise<number> {
  const metadata = await readMetadata(table, job);
  let count = 0;
  // A file without a record is imported too: the records may have been edited.
  for (const { id, open } of imported) {
    requireStorageId(id, job.target);
    const { _creationTime, sha256, size, contentType, internalId } = metadata.get(id) ?? {};
    const received = await job.files.receive(await open(), { contentType, name: internalId });
    const { file, sha256: actualSha256, size: actualSize, isNew } = received;
    try {
      requireSame("Content-Length", size, actualSize);
      requireSame("Sha256", sha256, actualSha256);
      job.write(
        documentFromJson({
          _id: id,
          _creationTime: _creationTime ?? job.database.newCreationTime(),
          file,
          sha256: actualSha256,
          size: actualSize,
          ...(contentType === undefined ? {} : { contentType }),
        }),
      );
    } catch (error) {
      if (isNew) await job.files.remove(file);
      throw error;
    }
    count += 1;
    job.onStep(`Importing "_storage" (${withCommas(count)}/${withCommas(metadata.size)} files)`);
    await job.yieldNow();
  }
  return count;
}

async function readMetadata({ rows }: ImportedTable, { target, yieldNow }: FileImport) {
  const metadata = new Map<string, FileMetadata>();
  let row = 0;
  for await (const value of rows()) {
    row += 1;
    if (!isJsonObject(value) || typeof value._id !== "string") {
      throw invalidRow(row, new Error("missing field `_id`"));
    }
    requireStorageId(value._id, target);
    const { _creationTime, sha256, size, contentType, internalId } = value;
    metadata.set(value._id, {
      ...(typeof _creationTime === "number" ? { _creationTime } : {}),
      ...(typeof size === "number" ? { size } : {}),
      ...(typeof sha256 === "string" ? { sha256 } : {}),
      ...(typeof contentType === "string" ? { contentType } : {}),
      ...(typeof internalId === "string" ? { internalId: uuid(internalId, row) } : {}),
    });
    await yieldNow();
  }
  return metadata;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** It becomes a file's name. */
function uuid(text: string, row: number): string {
  if (UUID.test(text)) return text;
  throw invalidRow(row, new Error("Couldn't parse storage_id"));
}

function requireStorageId(id: string, target: Table): void {
  const number = tableNumberOf(id);
  if (number === null) {
    throw new ImportRefusal("InvalidStorageId", `_storage id '${id}' invalid`);
  }
  if (number === target.number) return;
  throw new ImportRefusal(
    "InvalidId",
    `_storage entry has invalid ID ${id} (${number} != ${target.number})`,
  );
}

/** crates/file_storage/src/core.rs */
function requireSame<T>(what: string, expected: T | undefined, actual: T): void {
  if (expected === undefined || expected === actual) return;
  throw new ImportRefusal(
    `${what}Mismatch`,
    `${what} mismatch. Expected: ${String(expected)} Actual: ${String(actual)}`,
  );
}

const BATCH = 100;

/** Removes the bytes of files whose records are gone with `storage`, unless another record has them. */
export async function removeUnreferenced(
  database: Database,
  files: FileStore,
  storage: Table,
  yieldNow: () => Promise<void>,
): Promise<void> {
  const address = { tablet: storage.tablet, index: null };
  let lower = Buffer.alloc(0);
  for (;;) {
    const rows = database.store.scan(address, { lower, upper: null }, "asc", BATCH);
    for (const row of rows) {
      const file = documentFromRow(row).json().file as string;
      if (!isReferenced(database, file)) await files.remove(file);
    }
    await yieldNow();
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    lower = Buffer.from(afterKey(last.key));
  }
}

function isReferenced({ catalog, store }: Database, file: string): boolean {
  return catalog.components().some((component) => {
    const table = catalog.table(component, STORAGE);
    if (table === undefined) return false;
    const index = must(table.indexes.get("by_file"), "file index");
    const range = keyRange(index.fields, [{ type: "Eq", fieldPath: "file", value: file }]);
    return store.scan(index.address, range, "asc", 1).length > 0;
  });
}
