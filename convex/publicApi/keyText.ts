import { digestOfText } from "../lib/bytes";
import { KEY_PREFIX } from "../shared/apiKeys";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_BYTES = 32;
/** The digits that 32 random bytes and a checksum of 32 bits can need. */
const RANDOM_LENGTH = 43;
const CHECK_LENGTH = 6;

/** The end of a key is shown, so that its owner can recognize it. */
export const ENDING_LENGTH = 4;

export function newKeyText(random = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))): string {
  const number = random.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const secret = KEY_PREFIX + toDigits(number, RANDOM_LENGTH);
  return secret + checksumOf(secret);
}

/**
 * Whether the text is a complete key. The last six characters are a checksum, as in GitHub's tokens: a typing mistake is
 * found without the database, and secret scanners can tell a key from similar text.
 */
export function isKeyText(text: string): boolean {
  if (text.length !== KEY_PREFIX.length + RANDOM_LENGTH + CHECK_LENGTH) return false;
  const secret = text.slice(0, -CHECK_LENGTH);
  return secret.startsWith(KEY_PREFIX) && text === secret + checksumOf(secret);
}

/** Only this hash is stored. SHA-256 is enough, because nobody can guess 32 random bytes. Passwords need slow hashes. */
export async function keyHashOf(text: string): Promise<string> {
  return await digestOfText(text);
}

function checksumOf(secret: string): string {
  return toDigits(BigInt(crc32(new TextEncoder().encode(secret))), CHECK_LENGTH);
}

function toDigits(number: bigint, length: number): string {
  const base = BigInt(DIGITS.length);
  let text = "";
  for (let left = number; text.length < length; left /= base) {
    text = DIGITS.charAt(Number(left % base)) + text;
  }
  return text;
}

/** The CRC-32 of zip files, without a table because keys are short. */
function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
