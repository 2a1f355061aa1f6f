/** Files that come in parts, since a request holds only so much. */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { ImportError } from "./import-error.ts";

export interface Uploads {
  start(): Promise<string>;
  /** Returns the token by which `finish` finds the part. */
  addPart(token: string, partNumber: number, bytes: Buffer): Promise<string>;
  /** Puts the parts together, and answers with the file's name. */
  finish(token: string, parts: readonly string[]): Promise<string>;
  locate(file: string): string;
  remove(file: string): Promise<void>;
}

const NAME = /^[0-9a-f-]{36}$/;
// Upstream's stores take ten thousand.
const MAX_PARTS = 10_000;

export async function openUploads(folder: string): Promise<Uploads> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const locate = (name: string) => {
    if (!NAME.test(name)) throw unknownUpload(name);
    return path.join(folder, name);
  };
  const partsOf = (token: string) => `${locate(token)}.parts`;

  return {
    async start() {
      const token = randomUUID();
      await mkdir(partsOf(token), { recursive: true, mode: 0o700 });
      return token;
    },
    async addPart(token, partNumber, bytes) {
      if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > MAX_PARTS) {
        throw new ImportError(
          "InvalidPartNumber",
          `Part numbers are whole numbers from 1 to ${MAX_PARTS}, not ${partNumber}`,
        );
      }
      const name = String(partNumber);
      await orUnknown(token, writeFile(path.join(partsOf(token), name), bytes, { mode: 0o600 }));
      return name;
    },
    async finish(token, parts) {
      const name = randomUUID();
      const target = createWriteStream(locate(name), { mode: 0o600, flags: "wx" });
      const sources = async function* () {
        for (const part of parts) {
          if (!/^\d+$/.test(part)) throw unknownUpload(part);
          yield* createReadStream(path.join(partsOf(token), part));
        }
      };
      await orUnknown(token, pipeline(sources, target));
      await rm(partsOf(token), { recursive: true, force: true });
      return name;
    },
    locate,
    remove: (file) => rm(locate(file), { force: true }),
  };
}

async function orUnknown<T>(token: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw unknownUpload(token);
    throw error;
  }
}

function unknownUpload(token: string): ImportError {
  return new ImportError("InvalidUploadToken", `No upload is known by ${JSON.stringify(token)}`);
}
