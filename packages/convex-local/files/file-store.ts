/** The bytes of stored files, one file each, named by a random id that is also their link. */
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";

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
  /** The same for bytes as they come; under the name that is wanted, unless another file has it. */
  receive(
    bytes: AsyncIterable<Buffer>,
    options: { contentType?: string | undefined; name?: string | undefined },
  ): Promise<StoredFile & { isNew: boolean }>;
  read(file: string): Promise<Buffer>;
  stream(file: string): Readable;
  /** Postpones deletions until it is released, so that found files can still be read. */
  hold(): () => Promise<void>;
  remove(file: string): Promise<void>;
}

const FILE_NAME = /^[0-9a-f-]{36}$/;

export async function openFileStore(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true });

  const locate = (file: string) => {
    if (!FILE_NAME.test(file)) throw new Error(`No stored file is named ${JSON.stringify(file)}`);
    return path.join(folder, file);
  };

  const remove = (file: string) => rm(locate(file), { force: true });
  const removedMeanwhile: string[] = [];
  let holders = 0;

  return {
    async write(bytes, contentType) {
      const file = randomUUID();
      // The record is committed after this, so the bytes must be on disk first.
      try {
        await writeSynced(locate(file), bytes);
      } catch (error) {
        await rm(locate(file), { force: true });
        throw new Error(
          `A file of ${bytes.length} bytes cannot be stored in ${folder}: ${String(error)}. Make room on its disk.`,
          { cause: error },
        );
      }
      const sha256 = createHash("sha256").update(bytes).digest("base64");
      return { file, sha256, size: bytes.length, contentType };
    },
    async receive(bytes, { contentType, name }) {
      const draft = randomUUID();
      const hash = createHash("sha256");
      let size = 0;
      const handle = await open(locate(draft), "wx");
      try {
        for await (const chunk of bytes) {
          hash.update(chunk);
          size += chunk.length;
          await handle.writeFile(chunk);
        }
        await handle.sync();
      } catch (error) {
        await rm(locate(draft), { force: true });
        throw error;
      } finally {
        await handle.close();
      }
      const stored = { sha256: hash.digest("base64"), size, contentType };
      const present = name === undefined ? null : await hashOf(locate(name));
      if (name === undefined || (present !== null && present !== stored.sha256)) {
        return { file: draft, ...stored, isNew: true };
      }
      if (present === null) await rename(locate(draft), locate(name));
      else await rm(locate(draft));
      return { file: name, ...stored, isNew: present === null };
    },
    read: (file) => readFile(locate(file)),
    stream: (file) => createReadStream(locate(file)),
    hold() {
      holders += 1;
      return async () => {
        holders -= 1;
        if (holders > 0) return;
        for (const file of removedMeanwhile.splice(0)) await remove(file);
      };
    },
    async remove(file) {
      if (holders > 0) removedMeanwhile.push(file);
      else await remove(file);
    },
  };
}

/** Null when there is no such file. */
async function hashOf(file: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
    return hash.digest("base64");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

async function writeSynced(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, "wx");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
