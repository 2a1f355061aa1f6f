/**
 * What is stored already but not yet committed by SQLite, which rewrites whole pages with every commit: one append and
 * one sync for all that goes to disk together. Whoever opens the store after a crash carries it out again. A record that
 * was cut off is as if it had never been. The space of what was cleared is written again: a file that does not grow is
 * synced in half the time.
 */
import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { promisify } from "node:util";
import { HEADER_BYTES, batchesOn, recordOf } from "./redo-record.ts";
import type { Batch } from "./store.ts";

export interface RedoLog {
  readonly file: string;
  /** Of what it holds. */
  readonly sizeBytes: number;
  /**
   * All of it or, when it throws, nothing. It outlives this process; the machine's end it outlives once synced.
   * `base` is the timestamp up to which SQLite has committed before it writes what this log holds.
   */
  append(base: bigint, batches: readonly Batch[]): void;
  /** Whether something of what it holds is not synced yet. */
  readonly isUnsynced: boolean;
  sync(): Promise<void>;
  syncNow(): void;
  /** What follows on this base; anything else was committed, or belongs to a file that another has replaced. */
  read(base: bigint): Batch[];
  clear(): void;
  close(): void;
}

/** Of a file that is kept at this size; the next one needs as much. */
const KEPT_BYTES = 2 ** 21;
const syncData = promisify(fdatasync);

/** In the place of the first record's header it makes the log an empty one. */
const NOTHING = Buffer.alloc(HEADER_BYTES);

export function openRedoLog(file: string): RedoLog {
  const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o666);
  let sizeBytes = 0;
  let appended = 0;
  let synced = 0;
  return {
    file,
    get sizeBytes() {
      return sizeBytes;
    },
    append(base, batches) {
      const record = recordOf(base, batches);
      try {
        for (let done = 0; done < record.length;) {
          done += writeSync(descriptor, record, done, record.length - done, sizeBytes + done);
        }
      } catch (error) {
        ftruncateSync(descriptor, sizeBytes);
        throw error;
      }
      sizeBytes += record.length;
      appended += 1;
    },
    get isUnsynced() {
      return synced < appended;
    },
    async sync() {
      const upTo = appended;
      await syncData(descriptor);
      synced = Math.max(synced, upTo);
    },
    syncNow() {
      fdatasyncSync(descriptor);
      synced = appended;
    },
    read(base) {
      const found = batchesOn(base, readFileSync(file));
      ({ sizeBytes } = found);
      return found.batches;
    },
    clear() {
      if (sizeBytes > KEPT_BYTES) ftruncateSync(descriptor, 0);
      else writeSync(descriptor, NOTHING, 0, HEADER_BYTES, 0);
      sizeBytes = 0;
      synced = appended;
    },
    close() {
      closeSync(descriptor);
      if (sizeBytes === 0) rmSync(file);
    },
  };
}
