/** Has a thread write into SQLite. There is one for all stores of this process, started when the first needs it. */
import { createRequire } from "node:module";
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import type { Worker } from "node:worker_threads";
import { waitWhile } from "../../wait-while.ts";
import { startThread } from "../../worker-thread.ts";
import { WRITER_STATE } from "./writer-protocol.ts";
import type { OpenWriter, WriterJob, WriterResult } from "./writer-protocol.ts";

export interface Writer {
  /** Has the thread ready some time later. */
  start(): void;
  /** Whether it can be given something to write. */
  readonly isFree: boolean;
  /** Writes what is in the log and follows on this base; `onEnd` of the writer is told when it has. */
  write(redoFile: string, base: bigint): void;
  /** Returns when nothing is being written; false where that takes too long. */
  wait(): boolean;
  close(): void;
}

const SCRIPT = new URL("writer-thread.ts", import.meta.url);
/** A disk that takes longer for a few hundred kilobytes has come to a halt. */
const PATIENCE_MS = 10_000;

let thread: Promise<Worker> | null = null;

export function openWriter(file: string, onEnd: (refused: Error | null) => void): Writer {
  const state = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const { port1, port2 } = new MessageChannel();
  let isStarted = false;
  let isReady = false;
  let isWriting = false;
  let isClosed = false;

  function hear(result: WriterResult): void {
    if (result.type === "ready") isReady = true;
    if (result.type !== "written" && result.type !== "refused") return;
    isWriting = false;
    onEnd(result.type === "written" ? null : Object.assign(new Error(result.message), result));
  }

  function give(job: WriterJob): void {
    Atomics.store(state, 0, WRITER_STATE.working);
    port1.postMessage(job);
  }

  function wait(): boolean {
    waitWhile(state, { at: 0, is: WRITER_STATE.working, forMs: PATIENCE_MS });
    for (;;) {
      const received = receiveMessageOnPort(port1);
      if (received === undefined) return !isWriting;
      hear(received.message as WriterResult);
    }
  }

  port1.on("message", hear);
  // Its thread has ended.
  port1.on("close", () => {
    isReady = false;
    if (!isWriting) return;
    Atomics.store(state, 0, WRITER_STATE.idle);
    hear({ type: "refused", message: "the thread that writes has ended", code: undefined });
  });
  port1.unref();
  return {
    start() {
      if (isStarted) return;
      isStarted = true;
      const open: OpenWriter = { file, port: port2, state };
      // Without it, whoever has too much to write does it without help.
      theThread().then(
        (worker) => {
          if (!isClosed) worker.postMessage(open, [port2]);
        },
        () => undefined,
      );
    },
    get isFree() {
      return isReady && !isWriting;
    },
    write(redoFile, base) {
      isWriting = true;
      give({ type: "write", redoFile, base });
    },
    wait,
    close() {
      if (isReady && wait()) {
        give({ type: "close" });
        wait();
      }
      isClosed = true;
      port1.close();
    },
  };
}

function theThread(): Promise<Worker> {
  thread ??= begun();
  return thread;
}

async function begun(): Promise<Worker> {
  const driver = createRequire(import.meta.url).resolve("libsql");
  const worker = await startThread(SCRIPT, { workerData: { driver } });
  worker.unref();
  const forget = () => {
    thread = null;
  };
  worker.on("error", forget);
  worker.on("exit", forget);
  return worker;
}
