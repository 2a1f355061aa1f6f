/**
 * Snapshots and tables to be put in: uploaded, looked through, confirmed, carried out. The states, and
 * who may go from which to which, are those of crates/model/src/snapshot_imports.
 */
import { yieldEvery } from "../engine/yield-every.ts";
import type { ComponentPath, Table } from "../engine/catalog.ts";
import { discardTable } from "../engine/staged-tables.ts";
import { SNAPSHOT_IMPORTS, STORAGE } from "../engine/system-tables.ts";
import type { Host } from "../functions/host.ts";
import { int64Json } from "../values/json.ts";
import { ImportError, importMessage } from "./import-error.ts";
import { removeUnreferenced } from "./import-files.ts";
import { importTables } from "./import-tables.ts";
import { createJobRecords } from "./job-records.ts";
import type { JobRecord } from "./job-records.ts";
import { parseImport } from "./parse-import.ts";
import type { ImportFormat } from "./parse-import.ts";
import { confirmationMessage, tableChanges } from "./table-changes.ts";
import type { ImportMode } from "./table-changes.ts";
import type { Uploads } from "./uploads.ts";

type Int64 = { $integer: string };

type ImportState =
  | { state: "uploaded" }
  | {
      state: "waiting_for_confirmation";
      message_to_confirm: string;
      require_manual_confirmation: boolean;
    }
  | { state: "in_progress"; progress_message: string; checkpoint_messages: string[] }
  | { state: "completed"; timestamp: Int64; num_rows_written: Int64 }
  | { state: "failed"; error_message: string };

interface ImportRecord {
  state: ImportState;
  format: ImportFormat;
  mode: ImportMode;
  component_path: string | null;
  object_key: string;
  member_id: null;
  checkpoints: Checkpoint[] | null;
  requestor: { type: "snapshotImport" };
}

interface Checkpoint {
  component_path: string | null;
  display_table_name: string;
  tablet_id: null;
  total_num_rows_to_write: Int64;
  num_rows_written: Int64;
  existing_rows_in_table: Int64;
  existing_rows_to_delete: Int64;
  is_missing_id_field: boolean;
}

export interface NewImport {
  format: ImportFormat;
  mode: ImportMode;
  component: ComponentPath;
  /** The uploaded file. */
  file: string;
}

export interface Imports {
  start(request: NewImport): string;
  /** Does nothing for one that nobody has to confirm any more. */
  confirm(id: string): void;
  cancel(id: string): void;
  /** Resolves once the import waits for a confirmation or is over. */
  settled(id: string): Promise<ImportState>;
  /** Takes up what was under way when the backend stopped. */
  resume(hidden: readonly Table[]): void;
  close(): Promise<void>;
}

export interface ImportsOptions {
  host: Host;
  uploads: Uploads;
  onError: (error: unknown) => void;
}

/** The import was cancelled, or the backend is closing. */
class Interrupted extends Error {}

const FAULT = "Your request couldn't be completed. Try again later.";
const MOST_RECORDS = 1_000;

export function createImports({ host, uploads, onError }: ImportsOptions): Imports {
  const { database } = host;
  const records = createJobRecords<ImportRecord>(database, SNAPSHOT_IMPORTS);
  let isClosing = false;
  let running: Promise<void> = Promise.resolve();

  const change = (id: string, from: ImportState["state"], next: Partial<ImportRecord>) =>
    records.change(id, (record) => {
      if (record.state.state !== from) throw new Interrupted();
      return { ...record, ...next };
    });

  /** Others have their turn; an import that nobody wants any more ends here. */
  const yieldUnlessCancelled = (id: string, state: ImportState["state"]) => {
    const yieldNow = yieldEvery();
    return async () => {
      if (isClosing || records.get(id)?.state.state !== state) throw new Interrupted();
      await yieldNow();
    };
  };

  const fail = async (record: JobRecord<ImportRecord>, error: unknown): Promise<void> => {
    if (isClosing && error instanceof Interrupted) return;
    await uploads.remove(record.object_key);
    if (error instanceof Interrupted) return;
    const message = importMessage(error);
    if (message === null) onError(error);
    const error_message = message ?? `Hit an error while importing:\n${FAULT}`;
    change(record._id, record.state.state, { state: { state: "failed", error_message } });
  };

  const previewImport = async (record: JobRecord<ImportRecord>): Promise<void> => {
    const { _id, object_key, format, mode, component_path } = record;
    const parsed = await parseImport(uploads.locate(object_key), format, component_path ?? "");
    try {
      const yieldNow = yieldUnlessCancelled(_id, "uploaded");
      const changes = await tableChanges(database, parsed, { mode, yieldNow });
      change(_id, "uploaded", {
        state: {
          state: "waiting_for_confirmation",
          message_to_confirm: confirmationMessage(changes),
          // Deleting may be more than was meant.
          require_manual_confirmation: changes.some(({ deleted }) => deleted > 0),
        },
        checkpoints: changes.map(({ component, table, added, deleted, existing, isMissingId }) => ({
          component_path: component === "" ? null : component,
          display_table_name: table,
          tablet_id: null,
          total_num_rows_to_write: int64Json(BigInt(added)),
          num_rows_written: int64Json(0n),
          existing_rows_in_table: int64Json(BigInt(existing)),
          existing_rows_to_delete: int64Json(BigInt(deleted)),
          is_missing_id_field: isMissingId,
        })),
      });
    } finally {
      parsed.close();
    }
  };

  const runImport = async (record: JobRecord<ImportRecord>): Promise<void> => {
    const { _id, object_key, format, mode, component_path } = record;
    const parsed = await parseImport(uploads.locate(object_key), format, component_path ?? "");
    const yieldNow = yieldUnlessCancelled(_id, "in_progress");
    const done: string[] = [];
    const report = (progress_message: string) =>
      change(_id, "in_progress", {
        state: { state: "in_progress", progress_message, checkpoint_messages: [...done] },
      });
    try {
      const { documents, timestamp, outgoing } = await importTables(parsed, {
        host,
        mode,
        isCsv: format.format === "csv",
        onStep: report,
        onDone(message) {
          done.push(message);
          report(message);
        },
        yieldNow,
        onAbandoned: (staged) => queue(() => deleteHiddenTables(staged)),
      });
      await uploads.remove(object_key);
      const num_rows_written = int64Json(BigInt(documents));
      change(_id, "in_progress", {
        state: { state: "completed", timestamp: int64Json(timestamp), num_rows_written },
      });
      queue(() => deleteHiddenTables(outgoing));
    } finally {
      parsed.close();
    }
  };

  /** What is left when the backend closes before the end, the next start finds hidden and clears away. */
  const deleteHiddenTables = async (tables: readonly Table[]): Promise<void> => {
    const yieldNow = yieldEvery();
    const yieldUntilClosed = async () => {
      if (isClosing) throw new Interrupted();
      await yieldNow();
    };
    for (const table of tables) {
      if (table.name === STORAGE) {
        await removeUnreferenced(database, host.files, table, yieldUntilClosed);
      }
      await discardTable(database, table, yieldUntilClosed);
    }
  };

  const step = async (id: string): Promise<void> => {
    const record = records.get(id);
    if (record === null || isClosing) return;
    const work = { uploaded: previewImport, in_progress: runImport }[record.state.state as string];
    await work?.(record).catch((error: unknown) => fail(record, error));
  };

  /** One after the other, as upstream's worker does it. */
  const queue = (work: () => Promise<void>): void => {
    running = running.then(work).catch((error: unknown) => {
      if (!(error instanceof Interrupted)) onError(error);
    });
  };

  const existing = (id: string): JobRecord<ImportRecord> => {
    const record = records.get(id);
    if (record === null) throw new ImportError("ImportNotFound", `import ${id} not found`);
    return record;
  };

  return {
    start({ format, mode, component, file }) {
      const id = records.add({
        state: { state: "uploaded" },
        format,
        mode,
        component_path: component === "" ? null : component,
        object_key: file,
        member_id: null,
        checkpoints: null,
        requestor: { type: "snapshotImport" },
      });
      queue(() => step(id));
      return id;
    },
    confirm(id) {
      if (existing(id).state.state !== "waiting_for_confirmation") return;
      change(id, "waiting_for_confirmation", {
        state: { state: "in_progress", progress_message: "Importing", checkpoint_messages: [] },
      });
      queue(() => step(id));
    },
    cancel(id) {
      const { state, object_key } = existing(id);
      if (state.state === "completed" || state.state === "failed") {
        throw new ImportError(
          "CannotCancelImport",
          `Cannot cancel an import that has ${state.state}`,
        );
      }
      change(id, state.state, {
        state: { state: "failed", error_message: "Import canceled" },
      });
      if (state.state === "waiting_for_confirmation") queue(() => uploads.remove(object_key));
    },
    async settled(id) {
      await running;
      return existing(id).state;
    },
    resume(hidden) {
      queue(() => deleteHiddenTables(hidden));
      for (const { _id, state, mode } of records.newest(MOST_RECORDS)) {
        if (state.state === "in_progress" && mode === "append") {
          // What it wrote before the backend stopped is there, and a second time would be once too often.
          change(_id, "in_progress", {
            state: { state: "failed", error_message: "can't resume append import" },
          });
        } else if (state.state === "uploaded" || state.state === "in_progress") {
          queue(() => step(_id));
        }
      }
    },
    async close() {
      isClosing = true;
      await running;
    },
  };
}
