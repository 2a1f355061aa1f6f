/** Hashes with the deployment's keys, which nobody can compute from the tables alone. */
import { toHex } from "./bytes";
import { required } from "./env";
import { isSameSecret } from "./secrets";

/** One hash for each key, the newest first. New hashes use the newest key, and the older keys verify earlier ones. */
export async function keyedHashes(text: string): Promise<Uint8Array[]> {
  const keys = required("TRIAL_KEYS").split(/\s+/);
  return await Promise.all(keys.map((key) => keyedHash(key, text)));
}

async function keyedHash(key: string, text: string): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = encoder.encode(key);
  const secret = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", secret, encoder.encode(text)));
}

/** Signs a text that leaves the deployment and comes back. */
export async function signatureOf(text: string): Promise<string> {
  const [newest = ""] = await signaturesOf(text);
  return newest;
}

export async function isSignatureOf(text: string, signature: string): Promise<boolean> {
  const valid = await signaturesOf(text);
  const matches = await Promise.all(valid.map((one) => isSameSecret(signature, one)));
  return matches.includes(true);
}

async function signaturesOf(text: string): Promise<string[]> {
  return (await keyedHashes(text)).map(toHex);
}
