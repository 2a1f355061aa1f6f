/** Texts that are made of the project's own sources, for as long as these are the same. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

/** Where they are kept; the bundler puts it in, for these sources alone. Without it nothing is kept. */
declare const KEPT_BUNDLES: string;

/** The folder's name is a digest of the sources. */
export const KEPT_IN = typeof KEPT_BUNDLES === "undefined" ? null : KEPT_BUNDLES;

/** Makes it, unless it was made before of the same. */
export async function keptText(of: unknown, make: () => Promise<string>): Promise<string> {
  if (KEPT_IN === null) return await make();
  const name = createHash("sha256").update(JSON.stringify(of)).digest("hex");
  const file = path.join(KEPT_IN, `${name}.txt`);
  const kept = await readFile(file, "utf8").catch(() => null);
  if (kept !== null) return kept;
  const text = await make();
  // Whoever reads at the same time finds all of it or nothing.
  const draft = `${file}.${randomUUID()}`;
  await mkdir(KEPT_IN, { recursive: true });
  await writeFile(draft, text);
  await rename(draft, file);
  return text;
}
