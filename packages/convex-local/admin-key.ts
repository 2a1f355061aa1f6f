import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** The key for pushes and administration, created on first use. */
export async function readOrCreateAdminKey(dataFolder: string): Promise<string> {
  const file = path.join(dataFolder, "admin-key");
  try {
    const saved = (await readFile(file, "utf8")).trim();
    // Each start prints the key for the CLI, so an empty file may get a new one.
    if (saved !== "") return saved;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  // The form in which the CLI expects it: the deployment's name, a bar, the secret.
  const key = `local|${randomBytes(32).toString("hex")}`;
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return key;
}
