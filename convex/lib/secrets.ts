import { digestOfText, sha256 } from "./bytes";

/** Compares digests, so that the duration does not reveal where the two differ. */
export async function isSameSecret(actual: string, expected: string): Promise<boolean> {
  const [a, b] = await Promise.all([sha256(actual), sha256(expected)]);
  return a.every((byte, index) => byte === b[index]);
}

/** Identifies secrets without storing them. */
export async function fingerprint(secrets: string[]): Promise<string> {
  return await digestOfText(JSON.stringify(secrets));
}
