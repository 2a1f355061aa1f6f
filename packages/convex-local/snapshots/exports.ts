/**
 * Exports: requested, written to a file, and downloaded any number of times until they expire. The states are those of crates/model/src/exports/types.rs.
 */
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Database } from "../engine/database.ts";
import { EXPORTS } from "../engine/system-tables.ts";
import type { FileStore } from "../files/file-store.ts";
import { int64FromJson, int64Json } from "../values/json.ts";
import { createJobRecords } from "./job-records.ts";
import type { JobRecord } from "./job-records.ts";
import { writeSnapshot } from "./write-snapshot.ts";

type Int64 = { $integer: string };

interface ExportRecord {
  state: "requested" | "in_progress" | "completed" | "failed" | "canceled";
  format: { format: "zip"; include_storage: boolean };
  component: null;
  requestor: "snapshotExport";
  expiration_ts?: Int64;
  start_ts?: Int64;
  complete_ts?: Int64;
  failed_ts?: Int64;
  canceled_ts?: Int64;
  progress_message?: string;
  zip_object_key?: string;
  size?: Int64;
}

export interface FetchedExport {
  stream: Readable;
  size: number;
  filename: string;
}

export interface Exports {
  /** Null when another one is under way. */
  request(options: { includeStorage: boolean }): string | null;
  /** By its id or by its timestamp. Explains if there is nothing to download. */
  fetch(idOrTimestamp: string): Promise<FetchedExport | "unknown" | "incomplete">;
  cancel(id: string): void;
  /** Restarts exports that were interrupted, and deletes expired ones. */
  resume(): void;
  close(): Promise<void>;
}

export interface ExportOptions {
  database: Database;
  files: FileStore;
  folder: string;
  now: () => number;
  onError: (error: unknown) => void;
}

const RETENTION_NANOSECONDS = 14n * 24n * 60n * 60n * 1_000_000_000n;
const MOST_RECORDS = 1_000;

class Cancelled extends Error {}

export function createExports({ database, files, folder, now, onError }: ExportOptions): Exports {
  const records = createJobRecords<ExportRecord>(database, EXPORTS);
  const closing = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const isUnderWay = ({ state }: ExportRecord) => state === "requested" || state === "in_progress";
  const all = () => records.newest(MOST_RECORDS);
  const locate = (key: string) => path.join(folder, key);

  const update = (id: string, changes: Partial<ExportRecord>) =>
    records.change(id, (record) => {
      if (!isUnderWay(record)) throw new Cancelled();
      return { ...record, ...changes };
    });

  const run = async (id: string): Promise<void> => {
    const key = `${randomUUID()}.zip`;
    const release = files.hold();
    database.flush();
    const store = database.snapshot();
    try {
      const timestamp = database.latest();
      const { catalog } = database;
      const components = catalog.components();
      const tables = components.flatMap((component) => catalog.tablesOf(component));
      const record = records.get(id);
      if (record === null) return;
      update(id, { state: "in_progress", start_ts: int64Json(timestamp) });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeSnapshot(locate(key), {
        store,
        tables,
        components,
        files: record.format.include_storage ? files : null,
        onProgress: (progress_message) => update(id, { progress_message }),
        signal: closing.signal,
      });
      const { size } = await stat(locate(key));
      update(id, {
        state: "completed",
        complete_ts: int64Json(database.latest()),
        zip_object_key: key,
        size: int64Json(BigInt(size)),
      });
    } catch (error) {
      await rm(locate(key), { force: true });
      if (closing.signal.aborted || error instanceof Cancelled) return;
      onError(error);
      update(id, { state: "failed", failed_ts: int64Json(database.latest()) });
    } finally {
      store.close();
      await release();
    }
  };

  const start = (id: string): void => {
    running = running.then(() => run(id)).catch(onError);
  };

  const removeExpired = (): void => {
    const nowTimestamp = BigInt(Math.floor(now())) * 1_000_000n;
    for (const record of all()) {
      const { _id, zip_object_key: key, expiration_ts: expiry } = record;
      if (isUnderWay(record) || expiry === undefined) continue;
      if (int64FromJson(expiry) > nowTimestamp) continue;
      records.change(_id, () => null);
      if (key !== undefined) void rm(locate(key), { force: true }).catch(onError);
    }
  };

  const find = (idOrTimestamp: string): JobRecord<ExportRecord> | undefined =>
    all().find(({ _id, state, start_ts: start }) =>
      /^\d+$/.test(idOrTimestamp)
        ? state === "completed" &&
          start !== undefined &&
          int64FromJson(start) === BigInt(idOrTimestamp)
        : _id === idOrTimestamp,
    );

  return {
    request({ includeStorage }) {
      removeExpired();
      if (all().some(isUnderWay)) return null;
      const expiry = BigInt(Math.floor(now())) * 1_000_000n + RETENTION_NANOSECONDS;
      const id = records.add({
        state: "requested",
        format: { format: "zip", include_storage: includeStorage },
        component: null,
        requestor: "snapshotExport",
        expiration_ts: int64Json(expiry),
      });
      start(id);
      return id;
    },
    async fetch(idOrTimestamp) {
      const record = find(idOrTimestamp);
      if (record === undefined) return "unknown";
      const { state, zip_object_key: key, start_ts: startedAt } = record;
      if (state !== "completed" || key === undefined || startedAt === undefined) {
        return "incomplete";
      }
      const { size } = await stat(locate(key));
      const filename = `snapshot_local_${int64FromJson(startedAt)}.zip`;
      return { stream: createReadStream(locate(key)), size, filename };
    },
    cancel(id) {
      update(id, { state: "canceled", canceled_ts: int64Json(database.latest()) });
    },
    resume() {
      removeExpired();
      for (const record of all()) if (isUnderWay(record)) start(record._id);
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}
