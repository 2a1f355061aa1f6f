/**
 * Turns values into bytes that sort as the values do, so that an index is a plain range of bytes.
 * No encoding is a prefix of another, which is what makes `afterPrefix` a correct upper bound.
 */
import type { Value } from "convex/values";

const TAG = {
  undefined: 1,
  null: 2,
  int64: 3,
  float64: 4,
  false: 5,
  true: 6,
  string: 7,
  bytes: 8,
  array: 9,
  object: 10,
} as const;

// Sorts below every tag, and below the escaped zero byte (00 FF) inside strings.
const END = 0x00;
const ESCAPE = 0xff;
const INT64_BIAS = 2n ** 63n;
const UNRESOLVED_COMMIT_TIME = 2n ** 63n - 1n;

/** Grows with the longest key; a key is copied out of it. */
let scratch = Buffer.alloc(1_024);
let length = 0;

export function encodeOrderKey(values: readonly (Value | undefined)[]): Buffer {
  length = 0;
  for (const value of values) append(value);
  return Buffer.from(scratch.subarray(0, length));
}

/** Where the next `bytes` bytes go. */
function room(bytes: number): number {
  const at = length;
  length += bytes;
  if (length > scratch.length) scratch = Buffer.concat([scratch], 2 * length);
  return at;
}

/** The first key after every key that starts with `prefix`, or null when there is none. */
export function afterPrefix(prefix: Buffer): Buffer | null {
  let length = prefix.length;
  while (length > 0 && prefix[length - 1] === 0xff) length -= 1;
  if (length === 0) return null;
  const next = Buffer.from(prefix.subarray(0, length));
  next[length - 1] = (next[length - 1] ?? 0) + 1;
  return next;
}

/** The smallest key greater than `key`. */
export function afterKey(key: Buffer): Buffer {
  return Buffer.concat([key, Buffer.from([END])]);
}

function append(value: Value | undefined): void {
  if (value === undefined) return appendByte(TAG.undefined);
  if (value === null) return appendByte(TAG.null);
  if (typeof value === "bigint") return appendInt64(value);
  if (typeof value === "number") return appendFloat64(value);
  if (typeof value === "boolean") return appendByte(value ? TAG.true : TAG.false);
  if (typeof value === "string") return appendString(value);
  if (value instanceof ArrayBuffer) return appendBytes(TAG.bytes, new Uint8Array(value));
  if (Array.isArray(value)) {
    appendByte(TAG.array);
    for (const item of value) append(item);
    return appendByte(END);
  }
  if (isCommitTimePlaceholder(value)) return appendInt64(UNRESOLVED_COMMIT_TIME);
  appendByte(TAG.object);
  for (const field of Object.keys(value).sort()) {
    append(field);
    append((value as Record<string, Value>)[field]);
  }
  appendByte(END);
}

function appendByte(byte: number): void {
  const at = room(1);
  scratch[at] = byte;
}

function appendInt64(value: bigint): void {
  appendByte(TAG.int64);
  const at = room(8);
  scratch.writeBigUInt64BE(value + INT64_BIAS, at);
}

function appendFloat64(value: number): void {
  appendByte(TAG.float64);
  const at = room(8);
  scratch.writeDoubleBE(value, at);
  // Positive numbers get the sign bit set; negative ones are flipped whole, so larger magnitudes sort lower.
  const first = scratch[at] ?? 0;
  if (first & 0x80) for (let i = at; i < at + 8; i += 1) scratch[i] = ~(scratch[i] ?? 0) & 0xff;
  else scratch[at] = first | 0x80;
}

function appendString(value: string): void {
  // Most hold no zero byte, and are written as they are.
  if (value.includes("\0")) return appendBytes(TAG.string, Buffer.from(value, "utf8"));
  appendByte(TAG.string);
  const at = room(Buffer.byteLength(value, "utf8"));
  scratch.write(value, at, "utf8");
  appendByte(END);
  appendByte(END);
}

function appendBytes(tag: number, content: Uint8Array): void {
  appendByte(tag);
  for (const byte of content) {
    appendByte(byte);
    if (byte === END) appendByte(ESCAPE);
  }
  appendByte(END);
  appendByte(END);
}

// Each bundle carries its own copy of the class, so instanceof cannot tell.
function isCommitTimePlaceholder(value: object): boolean {
  return value.constructor.name === "CommitTsPlaceholder";
}
