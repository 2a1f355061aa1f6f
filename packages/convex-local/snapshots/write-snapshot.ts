/** Writes a snapshot's ZIP file, laid out as crates/exports/src/lib.rs does, stored files last. */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { yieldEvery } from "../engine/yield-every.ts";
import type { ComponentPath, Table } from "../engine/catalog.ts";
import { documentFromRow } from "../engine/document.ts";
import { STORAGE } from "../engine/system-tables.ts";
import type { FileStore, StoredFile } from "../files/file-store.ts";
import type { StoreSnapshot } from "../storage/store.ts";
import { afterKey } from "../values/order-key.ts";
import type { JsonObject } from "../values/json.ts";
import { exportText } from "./export-json.ts";
import { inComponent } from "./import-error.ts";
import { extensionOf } from "./media-extensions.ts";
import { prefixOf } from "./snapshot-paths.ts";

export interface SnapshotContent {
  store: StoreSnapshot;
  /** All of every component, as they were when the snapshot was taken. */
  tables: readonly Table[];
  components: readonly ComponentPath[];
  /** Null leaves stored files out. */
  files: FileStore | null;
  onProgress: (message: string) => void;
  signal: AbortSignal;
}

const README = `# A snapshot of this deployment's data

Each table's documents are the lines of <table>/documents.jsonl, those of components are below
_components/<component>/, and stored files are in _storage/.

\`npx convex import\` puts them into another deployment:
https://docs.convex.dev/database/import-export/import
`;

const SCAN_BATCH = 100;
const FOR_ITS_OWNER_AND_READERS = 0o100644;

export async function writeSnapshot(target: string, content: SnapshotContent): Promise<void> {
  const zip = new ZipFile();
  const stop = new AbortController();
  const fail = (error: unknown) => stop.abort(error);
  zip.on("error", fail);
  const written = pipeline(
    zip.outputStream,
    // It holds personal data.
    createWriteStream(target, { mode: 0o600 }),
    { signal: AbortSignal.any([content.signal, stop.signal]) },
  );
  const yieldNow = yieldEvery();
  for (const [name, open] of entriesOf(content)) {
    zip.addReadStreamLazy(name, { mode: FOR_ITS_OWNER_AND_READERS }, (use) => {
      try {
        use(null, open().on("error", fail));
      } catch (error) {
        fail(error);
      }
    });
    await yieldNow();
  }
  zip.end();
  await written.catch((error: unknown) => {
    throw stop.signal.aborted ? stop.signal.reason : error;
  });
}

type SnapshotEntry = [name: string, open: () => Readable];

/** Each is opened when its turn comes, so that only one is read at a time. */
function* entriesOf(content: SnapshotContent): Generator<SnapshotEntry> {
  const { store, components, files, onProgress } = content;
  yield ["README.md", () => Readable.from([README])];
  for (const component of components) {
    const tables = userTables(content, component);
    yield [
      `${prefixOf(component)}_tables/documents.jsonl`,
      () => {
        onProgress(`Backing up _tables${inComponent(component)}`);
        const lines = tables.map(({ name, number }) => `${JSON.stringify({ name, id: number })}\n`);
        return Readable.from([lines.join("")]);
      },
    ];
  }
  for (const table of components.flatMap((component) => userTables(content, component))) {
    const folder = `${prefixOf(table.component)}${table.name}`;
    yield [
      `${folder}/documents.jsonl`,
      () => {
        onProgress(`Backing up ${table.name}${inComponent(table.component)}`);
        return Readable.from(linesOfTable(store, table, exportText));
      },
    ];
    yield [`${folder}/generated_schema.jsonl`, () => Readable.from(['"uniform"\n'])];
  }
  if (files === null) return;
  for (const component of components) {
    const storage = content.tables.find(
      (table) => table.component === component && table.name === STORAGE,
    );
    if (storage !== undefined) yield* storageEntries(content, storage, files);
  }
}

function* storageEntries(
  { store, onProgress }: SnapshotContent,
  storage: Table,
  files: FileStore,
): Generator<SnapshotEntry> {
  const folder = `${prefixOf(storage.component)}${STORAGE}`;
  yield [
    `${folder}/documents.jsonl`,
    () => {
      onProgress(`Backing up _storage${inComponent(storage.component)}`);
      return Readable.from(linesOfTable(store, storage, metadataText));
    },
  ];
  for (const batch of batchesOf(store, storage)) {
    for (const document of batch) {
      const { file, contentType } = document as unknown as StoredFile;
      const name = `${folder}/${document._id as string}${extensionOf(contentType)}`;
      yield [name, () => files.stream(file)];
    }
  }
}

function metadataText(document: JsonObject): string {
  const { _id, _creationTime, sha256, size, contentType, file } = document;
  const metadata = { _id, _creationTime, sha256, size, contentType, internalId: file };
  return JSON.stringify(metadata);
}

async function* linesOfTable(
  store: StoreSnapshot,
  table: Table,
  textOf: (document: JsonObject) => string,
): AsyncGenerator<string> {
  const yieldNow = yieldEvery();
  for (const batch of batchesOf(store, table)) {
    yield batch.map((document) => `${textOf(document)}\n`).join("");
    await yieldNow();
  }
}

function* batchesOf(store: StoreSnapshot, { tablet }: Table): Generator<JsonObject[]> {
  let lower = Buffer.alloc(0);
  for (;;) {
    const rows = store.scan({ tablet, index: null }, { lower, upper: null }, "asc", SCAN_BATCH);
    if (rows.length > 0) yield rows.map((row) => documentFromRow(row).json());
    const last = rows.at(-1);
    if (last === undefined || rows.length < SCAN_BATCH) return;
    lower = Buffer.from(afterKey(last.key));
  }
}

function userTables({ tables }: SnapshotContent, component: ComponentPath): Table[] {
  return tables
    .filter((table) => table.component === component && !table.name.startsWith("_"))
    .sort((a, b) => a.number - b.number);
}
