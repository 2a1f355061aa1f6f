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

export function encodeOrderKey(values: readonly (Value | undefined)[]): Buffer {
  const bytes: number[] = [];
  for (const value of values) append(bytes, value);
  return Buffer.from(bytes);
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

function append(bytes: number[], value: Value | undefined): void {
  if (value === undefined) return void bytes.push(TAG.undefined);
  if (value === null) return void bytes.push(TAG.null);
  if (typeof value === "bigint") return appendInt64(bytes, value);
  if (typeof value === "number") return appendFloat64(bytes, value);
  if (typeof value === "boolean") return void bytes.push(value ? TAG.true : TAG.false);
  if (typeof value === "string") return appendBytes(bytes, TAG.string, Buffer.from(value, "utf8"));
  if (value instanceof ArrayBuffer) {
    return appendBytes(bytes, TAG.bytes, new Uint8Array(value));
  }
  if (Array.isArray(value)) {
    bytes.push(TAG.array);
    for (const item of value) append(bytes, item);
    return void bytes.push(END);
  }
  if (isCommitTimePlaceholder(value)) return appendInt64(bytes, UNRESOLVED_COMMIT_TIME);
  bytes.push(TAG.object);
  for (const field of Object.keys(value).sort()) {
    append(bytes, field);
    append(bytes, (value as Record<string, Value>)[field]);
  }
  bytes.push(END);
}

function appendInt64(bytes: number[], value: bigint): void {
  bytes.push(TAG.int64);
  const word = Buffer.alloc(8);
  word.writeBigUInt64BE(value + INT64_BIAS);
  bytes.push(...word);
}

function appendFloat64(bytes: number[], value: number): void {
  bytes.push(TAG.float64);
  const word = Buffer.alloc(8);
  word.writeDoubleBE(value);
  // Positive numbers get the sign bit set; negative ones are flipped whole, so larger magnitudes sort lower.
  if ((word[0] ?? 0) & 0x80) for (let i = 0; i < 8; i += 1) word[i] = ~(word[i] ?? 0) & 0xff;
  else word[0] = (word[0] ?? 0) | 0x80;
  bytes.push(...word);
}

function appendBytes(bytes: number[], tag: number, content: Uint8Array): void {
  bytes.push(tag);
  for (const byte of content) {
    bytes.push(byte);
    if (byte === END) bytes.push(ESCAPE);
  }
  bytes.push(END, END);
}

// Each bundle carries its own copy of the class, so instanceof cannot tell.
function isCommitTimePlaceholder(value: object): boolean {
  return value.constructor.name === "CommitTsPlaceholder";
}
