import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** The key that the data folder's owner pushes and administers with; made on first use. */
export async function keptAdminKey(dataFolder: string): Promise<string> {
  const file = path.join(dataFolder, "admin-key");
  try {
    const kept = (await readFile(file, "utf8")).trim();
    // The CLI is told of it with each start: of one that was emptied, a new one is as good.
    if (kept !== "") return kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  // The form in which the CLI expects it: the deployment's name, a bar, the secret.
  const key = `local|${randomBytes(32).toString("hex")}`;
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return key;
}
