import type { Readable } from "node:stream";
import yauzl from "yauzl";
import type { Entry, ZipFile } from "yauzl";
import { ImportRefusal } from "./import-error.ts";

export interface ZipEntry {
  name: string;
  open: () => Promise<Readable>;
}

export interface ZipReader {
  entries: ZipEntry[];
  close(): void;
}

/** Reads the directory at the end of the file. An entry's content is read when it is opened. */
export async function openZip(file: string): Promise<ZipReader> {
  try {
    const zip = await yauzl.openPromise(file, { autoClose: false, lazyEntries: true });
    const entries: ZipEntry[] = [];
    for await (const entry of zip.eachEntry()) {
      entries.push({ name: entry.fileName, open: () => openEntry(zip, entry) });
    }
    return { entries, close: () => zip.close() };
  } catch {
    throw new ImportRefusal("InvalidZip", "invalid zip file");
  }
}

async function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  try {
    return await zip.openReadStreamPromise(entry);
  } catch {
    throw new ImportRefusal("InvalidZip", "invalid zip file");
  }
}
