/**
 * Passwords are stored as `pbkdf2-sha256$<rounds>$<salt>$<hash>`, the last two in base64.
 *
 * WebCrypto's PBKDF2 is native code, in Node as on Convex (get-convex/convex-backend, crates/isolate/src/
 * ops/subtle_crypto/pbkdf2.rs), and in Node it does not block the event loop. The library's scrypt is
 * JavaScript: thirty simultaneous sign-ups blocked the whole process until all were hashed.
 */
import { fromBase64, toBase64 } from "../lib/bytes";
import { isSameSecret } from "../lib/secrets";

const METHOD = "pbkdf2-sha256";
/** OWASP's Password Storage Cheat Sheet recommends this number for PBKDF2 with SHA-256. */
const ROUNDS = 600_000;
const SALT_BYTES = 16;
const HASH_BITS = 256;

/** No password has this hash. Comparing with it takes as long as comparing with an account's. */
export const DUMMY_HASH = formatHash(
  ROUNDS,
  new Uint8Array(SALT_BYTES),
  new Uint8Array(HASH_BITS / 8),
);

export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return formatHash(ROUNDS, salt, await derive(password, salt, ROUNDS));
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [method, rounds, salt, hash] = stored.split("$");
  if (method !== METHOD || salt === undefined || hash === undefined) return false;
  const derived = await derive(password, fromBase64(salt), Number(rounds));
  return await isSameSecret(toBase64(derived), hash);
}

/** True for a hash with another number of rounds than we use today. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(`${METHOD}$${ROUNDS}$`);
}

async function derive(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<Uint8Array> {
  // Unicode can spell the same letters in several ways.
  const bytes = new TextEncoder().encode(password.normalize("NFKC"));
  const key = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveBits"]);
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, HASH_BITS));
}

function formatHash(rounds: number, salt: Uint8Array, hash: Uint8Array): string {
  return [METHOD, rounds, toBase64(salt), toBase64(hash)].join("$");
}
