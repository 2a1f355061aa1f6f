/**
 * Document ids in Convex's own format: base 32 (Crockford, lower case) of
 * varint(table number), 16 random bytes and a Fletcher-16 checksum.
 */
import { fewRandomBytes } from "./random.ts";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const DIGIT_OF = new Map(Array.from(ALPHABET, (letter, digit) => [letter, digit]));
const RANDOM_BYTES = 16;
const SHORTEST = 31;
const LONGEST = 37;

export function newDocumentId(tableNumber: number, random = fewRandomBytes(RANDOM_BYTES)): string {
  const payload = Buffer.concat([varint(tableNumber), random.subarray(0, RANDOM_BYTES)]);
  return toBase32(Buffer.concat([payload, fletcher16(payload)]));
}

/** The number of the table that the id belongs to, or null when the text is no id. */
export function tableNumberOf(id: string): number | null {
  if (id.length < SHORTEST || id.length > LONGEST) return null;
  const bytes = fromBase32(id);
  if (bytes === null || bytes.length < 3) return null;
  const payload = bytes.subarray(0, bytes.length - 2);
  if (!fletcher16(payload).equals(bytes.subarray(bytes.length - 2))) return null;
  const number = readVarint(payload);
  if (number === null || payload.length !== number.length + RANDOM_BYTES) return null;
  // Tables are numbered from 1.
  return number.value === 0 ? null : number.value;
}

/** Why the text is no id, in the words of get-convex/convex-backend, crates/value/src/id_v6.rs. */
export function whyNoId(id: string): string {
  const why = (reason: string) => `Unable to decode ID: ${reason}`;
  const isLetter = (letter: string) => DIGIT_OF.has(letter);
  if (id.length < SHORTEST || id.length > LONGEST) return why(`Invalid ID length ${id.length}`);
  if (!Array.from(id).every(isLetter)) return why("ID wasn't valid base32");
  const bytes = fromBase32(id);
  if (bytes === null || bytes.length < 3) return why(`Invalid ID length ${id.length}`);
  const payload = bytes.subarray(0, bytes.length - 2);
  const number = readVarint(payload);
  if (number === null || number.value === 0) return why("Invalid table number");
  if (payload.length !== number.length + RANDOM_BYTES) return why(`Invalid ID length ${id.length}`);
  const found = bytes.readUInt16LE(bytes.length - 2);
  return why(`Invalid ID version ${found} (expected ${fletcher16(payload).readUInt16LE()})`);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  return Buffer.from([...bytes, rest]);
}

function readVarint(bytes: Buffer): { value: number; length: number } | null {
  let value = 0;
  for (let length = 1; length <= 5; length += 1) {
    const byte = bytes[length - 1];
    if (byte === undefined) return null;
    value += (byte & 0x7f) * 2 ** (7 * (length - 1));
    if (byte < 0x80) return { value, length };
  }
  return null;
}

function fletcher16(bytes: Buffer): Buffer {
  let low = 0;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 255;
    high = (high + low) % 255;
  }
  return Buffer.from([low, high]);
}

function toBase32(bytes: Buffer): string {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((held >>> bits) & 31);
      held &= (1 << bits) - 1;
    }
  }
  if (bits > 0) text += ALPHABET.charAt((held << (5 - bits)) & 31);
  return text;
}

function fromBase32(text: string): Buffer | null {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const letter of text) {
    const digit = DIGIT_OF.get(letter);
    if (digit === undefined) return null;
    held = (held << 5) | digit;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >>> bits) & 0xff);
      held &= (1 << bits) - 1;
    }
  }
  // Leftover bits must be padding, or two spellings would name one document.
  return held === 0 ? Buffer.from(bytes) : null;
}
