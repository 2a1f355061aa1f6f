import { toHex, sha256 } from "./bytes";

/** Compares digests, so that the time it takes says nothing of where the two differ. */
export async function isSameSecret(given: string, expected: string): Promise<boolean> {
  const [a, b] = await Promise.all([sha256(given), sha256(expected)]);
  return a.every((byte, index) => byte === b[index]);
}

/** Tells whether secrets are those of before, without keeping them. */
export async function fingerprint(secrets: string[]): Promise<string> {
  return toHex(await sha256(JSON.stringify(secrets)));
}
