/** A record of the redo log: its length, its checksum and its batches as JSON. */
import { crc32 } from "node:zlib";
import type { Batch } from "./store.ts";

export const HEADER_BYTES = 8;

interface RedoRecord {
  /** The timestamp up to which SQLite has committed before it writes this. */
  base: bigint;
  batches: Batch[];
  sizeBytes: number;
}

type RecordJson = [base: string, ...batches: BatchJson[]];

type BatchJson = [
  timestamp: string,
  documents: [tablet: number, key: string, content: [text: string, sizeBytes: number] | null][],
  entries: [index: number, key: string, documentKey: string | null][],
];

export function recordOf(base: bigint, batches: readonly Batch[]): Buffer {
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

/** What a log holds that follows on this base, up to a record that was cut off or stood there before. */
export function batchesOn(base: bigint, log: Buffer): { batches: Batch[]; sizeBytes: number } {
  const batches: Batch[] = [];
  for (let sizeBytes = 0; ;) {
    const record = recordAt(log, sizeBytes);
    if (record?.base !== base) return { batches, sizeBytes };
    batches.push(...record.batches);
    sizeBytes += record.sizeBytes;
  }
}

function recordAt(bytes: Buffer, at: number): RedoRecord | null {
  if (at + HEADER_BYTES > bytes.length) return null;
  const length = bytes.readUInt32LE(at);
  if (length === 0) return null;
  const sizeBytes = HEADER_BYTES + length;
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
