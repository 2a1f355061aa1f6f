/**
 * What is stored already but not yet committed by SQLite, which rewrites whole pages with every commit: one append and
 * one sync for all that goes to disk together. Whoever opens the store after a crash carries it out again.
 *
 * A record is its length, its checksum and its batches as JSON. One that was cut off is as if it had never been.
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
import { crc32 } from "node:zlib";
import type { Batch } from "./store.ts";

export interface RedoLog {
  /** Of what it holds. */
  readonly sizeBytes: number;
  /**
   * All of it or, when it throws, nothing. It outlives this process; the machine's end it outlives once synced.
   * `base` is the timestamp up to which SQLite has committed.
   */
  append(base: bigint, batches: readonly Batch[]): void;
  sync(): Promise<void>;
  syncNow(): void;
  /** What follows on this base; anything else was committed, or belongs to a file that another has replaced. */
  read(base: bigint): Batch[];
  clear(): void;
  close(): void;
}

const HEADER_BYTES = 8;
const syncData = promisify(fdatasync);

export function openRedoLog(file: string): RedoLog {
  const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o666);
  let sizeBytes = 0;
  return {
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
    },
    sync: () => syncData(descriptor),
    syncNow: () => fdatasyncSync(descriptor),
    read(base) {
      const bytes = readFileSync(file);
      const batches: Batch[] = [];
      sizeBytes = 0;
      for (;;) {
        const record = recordAt(bytes, sizeBytes);
        if (record === null) return batches;
        if (record.base === base) batches.push(...record.batches);
        sizeBytes += record.sizeBytes;
      }
    },
    clear() {
      ftruncateSync(descriptor, 0);
      sizeBytes = 0;
    },
    close() {
      closeSync(descriptor);
      if (sizeBytes === 0) rmSync(file);
    },
  };
}

type RecordJson = [base: string, ...batches: BatchJson[]];

type BatchJson = [
  timestamp: string,
  documents: [tablet: number, key: string, content: [text: string, sizeBytes: number] | null][],
  entries: [index: number, key: string, documentKey: string | null][],
];

function recordOf(base: bigint, batches: readonly Batch[]): Buffer {
  const json = batches.map(({ timestamp, documents, entries }): BatchJson => [
    timestamp.toString(),
    documents.map(({ tablet, key, content }) => [
      tablet,
      textOf(key),
      content === null ? null : [content.text, content.sizeBytes],
    ]),
    entries.map(({ index, key, documentKey }) => [
      index,
      textOf(key),
      documentKey === null ? null : textOf(documentKey),
    ]),
  ]);
  const whole: RecordJson = [base.toString(), ...json];
  const payload = Buffer.from(JSON.stringify(whole));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(payload.length, 0);
  header.writeUInt32LE(crc32(payload), 4);
  return Buffer.concat([header, payload]);
}

interface RedoRecord {
  base: bigint;
  batches: Batch[];
  sizeBytes: number;
}

function recordAt(bytes: Buffer, at: number): RedoRecord | null {
  if (at + HEADER_BYTES > bytes.length) return null;
  const sizeBytes = HEADER_BYTES + bytes.readUInt32LE(at);
  if (at + sizeBytes > bytes.length) return null;
  const payload = bytes.subarray(at + HEADER_BYTES, at + sizeBytes);
  if (crc32(payload) !== bytes.readUInt32LE(at + 4)) return null;
  const [base, ...batches] = JSON.parse(payload.toString()) as RecordJson;
  return { base: BigInt(base), batches: batches.map(batchOf), sizeBytes };
}

function batchOf([timestamp, documents, entries]: BatchJson): Batch {
  return {
    timestamp: BigInt(timestamp),
    documents: documents.map(([tablet, key, content]) => ({
      tablet,
      key: keyOf(key),
      content: content === null ? null : { text: content[0], sizeBytes: content[1] },
    })),
    entries: entries.map(([index, key, documentKey]) => ({
      index,
      key: keyOf(key),
      documentKey: documentKey === null ? null : keyOf(documentKey),
    })),
  };
}

function textOf(key: Buffer): string {
  return key.toString("latin1");
}

function keyOf(text: string): Buffer {
  return Buffer.from(text, "latin1");
}
