/** Compares digests, so that the time it takes says nothing of where the two differ. */
export async function isSameSecret(given: string, expected: string): Promise<boolean> {
  const [a, b] = await Promise.all([digest(given), digest(expected)]);
  return a.every((byte, index) => byte === b[index]);
}

/** Tells whether secrets are those of before, without keeping them. */
export async function fingerprint(secrets: string[]): Promise<string> {
  const bytes = await digest(JSON.stringify(secrets));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
