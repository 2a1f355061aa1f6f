/** Uploaded files and the texts read from them, each under its file's id. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

export interface FileFolder {
  save(id: string, content: { bytes: Buffer } | { text: string }): Promise<void>;
  /** Where the bytes of a file are. */
  pathOf(id: string): string;
  /** Null when the file is gone or has no text. */
  textOf(id: string): Promise<string | null>;
  delete(id: string): Promise<void>;
  clear(): Promise<void>;
}

export async function openFileFolder(folder: string): Promise<FileFolder> {
  await mkdir(folder, { recursive: true });
  const bytesFile = (id: string) => path.join(folder, id);
  const textFile = (id: string) => path.join(folder, `${id}.text`);
  return {
    async save(id, content) {
      if ("bytes" in content) await writeFile(bytesFile(id), content.bytes);
      else await writeFile(textFile(id), content.text);
    },
    pathOf: bytesFile,
    async textOf(id) {
      return readFile(textFile(id), "utf8").catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      });
    },
    async delete(id) {
      await Promise.all([bytesFile, textFile].map((of) => rm(of(id), { force: true })));
    },
    async clear() {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
    },
  };
}
