/** Encrypts texts that we must be able to read again, so that no table or backup reveals them. */
import { fromBase64, toBase64 } from "./bytes";
import { keyedHashes } from "./keyedHash";

const ALGORITHM = "AES-GCM";
/** Bytes, as NIST SP 800-38D recommends. */
const NONCE_LENGTH = 12;

/** With the deployment's newest key. A text can only be read again for the same purpose. */
export async function seal(text: string, purpose: string): Promise<string> {
  const [key] = await keysFor(purpose, "encrypt");
  if (key === undefined) throw new Error("There is no key to encrypt with");
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_LENGTH));
  const bytes = new TextEncoder().encode(text);
  const sealed = await crypto.subtle.encrypt({ name: ALGORITHM, iv: nonce }, key, bytes);
  return toBase64(new Uint8Array([...nonce, ...new Uint8Array(sealed)]));
}

/** Null if the key was removed from the deployment, or if it was sealed for another purpose. */
export async function unseal(sealed: string, purpose: string): Promise<string | null> {
  const bytes = fromBase64(sealed);
  const [nonce, rest] = [bytes.slice(0, NONCE_LENGTH), bytes.slice(NONCE_LENGTH)];
  for (const key of await keysFor(purpose, "decrypt")) {
    try {
      const text = await crypto.subtle.decrypt({ name: ALGORITHM, iv: nonce }, key, rest);
      return new TextDecoder().decode(text);
    } catch {
      // Another key may fit.
    }
  }
  return null;
}

async function keysFor(purpose: string, usage: "encrypt" | "decrypt"): Promise<CryptoKey[]> {
  const hashes = await keyedHashes(`seal ${purpose}`);
  return await Promise.all(
    hashes.map((hash) =>
      crypto.subtle.importKey("raw", new Uint8Array(hash), ALGORITHM, false, [usage]),
    ),
  );
}
