import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

export async function temporaryFolder(name: string): Promise<string> {
  return await mkdtemp(path.join(tmpdir(), `hark-${name}-`));
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
