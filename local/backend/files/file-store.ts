/** The bytes of stored files, one file each, named by a random id that is also their link. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rm } from "node:fs/promises";
import path from "node:path";

export interface StoredFile {
  /** The random name on disk and in the download link. */
  file: string;
  /** In base 64. */
  sha256: string;
  size: number;
  contentType?: string | undefined;
}

export interface FileStore {
  write(bytes: Buffer, contentType: string | undefined): Promise<StoredFile>;
  read(file: string): Promise<Buffer>;
  remove(file: string): Promise<void>;
}

const FILE_NAME = /^[0-9a-f-]{36}$/;

export async function openFileStore(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true });

  const locate = (file: string) => {
    if (!FILE_NAME.test(file)) throw new Error(`No stored file is named ${JSON.stringify(file)}`);
    return path.join(folder, file);
  };

  return {
    async write(bytes, contentType) {
      const file = randomUUID();
      // The record is committed after this, so the bytes must be on disk first.
      const handle = await open(locate(file), "wx");
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      const sha256 = createHash("sha256").update(bytes).digest("base64");
      return { file, sha256, size: bytes.length, contentType };
    },
    read: (file) => readFile(locate(file)),
    remove: (file) => rm(locate(file), { force: true }),
  };
}
