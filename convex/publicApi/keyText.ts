import { toHex, sha256 } from "../lib/bytes";
import { KEY_PREFIX } from "../shared/apiKeys";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_BYTES = 32;
/** As many digits as 32 bytes, and as 32 bits, can need. */
const RANDOM_LENGTH = 43;
const CHECK_LENGTH = 6;

/** The end of a key, by which its owner knows it again. */
export const ENDING_LENGTH = 4;

export function newKeyText(random = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))): string {
  const number = random.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const secret = KEY_PREFIX + inDigits(number, RANDOM_LENGTH);
  return secret + checkOf(secret);
}

/**
 * Whether it is whole. The last six signs are a checksum, as of GitHub's tokens: a typing mistake is known without
 * asking the database, and a scanner of published code can tell a key from a text that looks like one.
 */
export function isKeyText(text: string): boolean {
  if (text.length !== KEY_PREFIX.length + RANDOM_LENGTH + CHECK_LENGTH) return false;
  const secret = text.slice(0, -CHECK_LENGTH);
  return secret.startsWith(KEY_PREFIX) && text === secret + checkOf(secret);
}

/**
 * What is kept of it. One round of SHA-256 is enough: slow hashes are for what people think of, while nobody
 * guesses 32 random bytes, however fast.
 */
export async function keyHashOf(text: string): Promise<string> {
  return toHex(await sha256(text));
}

function checkOf(secret: string): string {
  return inDigits(BigInt(crc32(new TextEncoder().encode(secret))), CHECK_LENGTH);
}

function inDigits(number: bigint, length: number): string {
  const base = BigInt(DIGITS.length);
  let text = "";
  for (let left = number; text.length < length; left /= base) {
    text = DIGITS.charAt(Number(left % base)) + text;
  }
  return text;
}

/** As in zip files, without a table: a key is short. */
function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
