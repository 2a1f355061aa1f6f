/** Hashes that nobody makes who has the tables alone: with keys of the deployment's. */
import { toHex } from "./bytes";
import { required } from "./env";
import { isSameSecret } from "./secrets";

/** By each key, the newest first: it makes what is given out, and all of them know what was given out before. */
export async function keyedHashes(text: string): Promise<Uint8Array[]> {
  const keys = required("TRIAL_KEYS").split(/\s+/);
  return await Promise.all(keys.map((key) => keyedHash(key, text)));
}

async function keyedHash(key: string, text: string): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const how = { name: "HMAC", hash: "SHA-256" };
  const secret = await crypto.subtle.importKey("raw", encoder.encode(key), how, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", secret, encoder.encode(text)));
}

/** A seal on a text that leaves the deployment and comes back. */
export async function signatureOf(what: string): Promise<string> {
  const [newest = ""] = await sealsOf(what);
  return newest;
}

export async function isSignatureOf(what: string, given: string): Promise<boolean> {
  const matches = await Promise.all((await sealsOf(what)).map((seal) => isSameSecret(given, seal)));
  return matches.includes(true);
}

async function sealsOf(what: string): Promise<string[]> {
  return (await keyedHashes(what)).map(toHex);
}
