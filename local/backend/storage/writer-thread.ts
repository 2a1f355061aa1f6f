/** The thread that writes into SQLite what a redo log holds, so that nobody waits for it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import type Database from "libsql";
import { must } from "../../must.ts";
import { batchesOn } from "./redo-record.ts";
import { MORE_CACHE, rowWriter } from "./sqlite-rows.ts";
import { WRITER_STATE } from "./writer-protocol.ts";
import type { OpenWriter, WriterJob, WriterResult } from "./writer-protocol.ts";

// Native code, which cannot be bundled with this.
const { driver } = workerData as { driver: string };
const Driver = createRequire(driver)(driver) as typeof Database;

must(parentPort, "backend of this thread").on("message", ({ file, port, state }: OpenWriter) => {
  // Not before there is something to write: by then the file is there, and nobody has removed it again.
  let open: { database: Database.Database; rows: ReturnType<typeof rowWriter> } | null = null;

  function write(redoFile: string, base: bigint): WriterResult {
    try {
      open ??= opened(file);
      open.rows.commit(batchesOn(base, readFileSync(redoFile)).batches);
      return { type: "written" };
    } catch (error) {
      const { message, code } = error as { message: string; code?: string };
      return { type: "refused", message, code };
    }
  }

  function finish(job: WriterJob): WriterResult {
    if (job.type === "write") return write(job.redoFile, job.base);
    open?.database.close();
    return { type: "closed" };
  }

  port.on("message", (job: WriterJob) => {
    const result = finish(job);
    tell(port, result);
    Atomics.store(state, 0, WRITER_STATE.idle);
    Atomics.notify(state, 0);
    if (result.type === "closed") port.close();
  });
  tell(port, { type: "ready" });
});

function tell(port: MessagePort, result: WriterResult): void {
  port.postMessage(result);
}

function opened(file: string) {
  const database = new Driver(file);
  database.exec(`PRAGMA synchronous = FULL; ${MORE_CACHE}`);
  return { database, rows: rowWriter(database) };
}
