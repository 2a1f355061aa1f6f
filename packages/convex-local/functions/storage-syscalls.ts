/** `ctx.storage`: files, with their records as documents and their bytes beside the database. */
import { ensureTable } from "../engine/catalog-store.ts";
import type { Table } from "../engine/catalog.ts";
import { STORAGE } from "../engine/system-tables.ts";
import { newDocumentId, tableNumberOf } from "../values/document-id.ts";
import { transactionOf } from "./database-syscalls.ts";
import type { Syscall } from "./database-syscalls.ts";
import type { Execution } from "./execution.ts";
import type { Answered } from "./function-thread.ts";
import type { JsonObject } from "../values/json.ts";
import { readDigest, sha256Mismatch } from "../files/digest.ts";
import { parseMediaType } from "../files/media-type.ts";
import type { StoredFile } from "../files/file-store.ts";
import type { Host } from "./host.ts";
import type { FunctionRunner, Operation } from "./runner.ts";

/** With the bytes of a Blob, to or fro. */
export type ScriptSyscall = (
  execution: Execution,
  args: JsonObject,
  bytes: Uint8Array | undefined,
) => Promise<Answered>;

export interface StorageSyscalls {
  async: Record<string, Syscall>;
  script: Record<string, ScriptSyscall>;
}

export function storageSyscalls(host: Host, runner: FunctionRunner): StorageSyscalls {
  /** Within the caller's transaction, or from an action in one of its own. */
  const within = async <T>(execution: Execution, task: (inside: Operation) => T): Promise<T> =>
    execution.transaction === null ? runner.inTransaction(execution, task) : task(execution);

  const json =
    (name: string, read: (execution: Operation, storageId: string) => unknown): Syscall =>
    async (execution, { storageId }) => {
      requireStorageId(name, storageId as string);
      return JSON.stringify(await within(execution, (inside) => read(inside, storageId as string)));
    };

  return {
    async: {
      "1.0/storageGetUrl": json("storage.getUrl", (execution, storageId) => {
        const record = readRecord(host, execution, storageId);
        return record === null ? null : `${host.cloudUrl()}/api/storage/${record.file}`;
      }),
      "1.0/storageGetMetadata": json("storage.getMetadata", (execution, storageId) => {
        const record = readRecord(host, execution, storageId);
        if (record === null) return null;
        const { sha256, size, contentType = null } = record;
        // In hexadecimal here, though the record itself holds base 64: so it has always been.
        const digest = Buffer.from(sha256, "base64").toString("hex");
        return { storageId, sha256: digest, size, contentType };
      }),
      "1.0/storageDelete": json("storage.delete", (execution, storageId) => {
        const record = readRecord(host, execution, storageId);
        if (record === null) throw new Error(`storage id ${storageId} not found`);
        const transaction = transactionOf(execution);
        transaction.remove(storageTable(host, execution), storageId);
        transaction.afterCommit.push(() => void host.files.remove(record.file));
        return {};
      }),
      "1.0/storageGenerateUploadUrl": (execution) => {
        const token = host.uploads.issue(execution.component, host.clock.now());
        return JSON.stringify(`${host.cloudUrl()}/api/storage/upload?token=${token}`);
      },
    },
    script: {
      "storage/storeBlob": async (execution, { contentType, options }, bytes) => {
        if (bytes === undefined) throw new Error("storage.store() takes a Blob");
        const { sha256 } = (options ?? {}) as { sha256?: string };
        const hasType = typeof contentType === "string" && contentType !== "";
        const type = hasType ? parseMediaType(contentType) : undefined;
        const expected = sha256 === undefined ? undefined : readDigest(`sha-256=${sha256}`);
        if (expected === null) throw new Error("invalid HTTP header");
        const file = await host.files.write(Buffer.from(bytes), type);
        if (expected !== undefined && expected !== file.sha256) {
          await host.files.remove(file.file);
          throw new Error(sha256Mismatch(expected, file.sha256));
        }
        const id = await within(execution, (inside) => recordFile(host, inside, file));
        return { text: JSON.stringify(id) };
      },
      "storage/getBlob": async (execution, { storageId }) => {
        requireStorageId("storage.getMetadata", storageId as string);
        const record = await within(execution, (inside) =>
          readRecord(host, inside, storageId as string),
        );
        if (record === null) return { text: "null" };
        const bytes = new Uint8Array(await host.files.read(record.file));
        return { text: JSON.stringify({ contentType: record.contentType ?? "" }), bytes };
      },
    },
  };
}

export function recordFile(host: Host, execution: Operation, file: StoredFile): string {
  const table = storageTable(host, execution);
  const id = newDocumentId(table.number);
  const { contentType, ...rest } = file;
  transactionOf(execution).put(table, {
    _id: id,
    _creationTime: host.database.newCreationTime(),
    ...rest,
    ...(contentType === undefined ? {} : { contentType }),
  });
  return id;
}

/** crates/isolate/src/environment/helpers/mod.rs `with_argument_error`, crates/model/src/file_storage/mod.rs. */
function requireStorageId(name: string, storageId: string): void {
  if (tableNumberOf(storageId) !== null) return;
  throw new Error(
    `Invalid argument \`storageId\` for \`${name}\`: Invalid storage ID: "${storageId}". ` +
      "Storage ID should be an Id of '_storage' table, or a UUID string.",
  );
}

function readRecord(host: Host, execution: Operation, storageId: string): StoredFile | null {
  const table = storageTable(host, execution);
  if (tableNumberOf(storageId) !== table.number) {
    throw new Error(
      "Invalid storage ID. Storage ID cannot be an ID on any table other than '_storage'.",
    );
  }
  const document = transactionOf(execution).get(table, storageId);
  return document === null ? null : (document.json() as unknown as StoredFile);
}

function storageTable({ database }: Host, { component }: Operation): Table {
  return ensureTable(database, component, STORAGE);
}
