/**
 * What was pushed, as text in a file of its own beside the data, which holds by what digest it is known. In pieces:
 * whatever asks malloc for megabytes at once and gives them back has it keep as much for ever (mallopt(3),
 * M_MMAP_THRESHOLD), in each of the arenas that it has for threads.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";

export interface PushedRequests {
  /** Answers with its digest. It is on disk by then. */
  save(request: string): Promise<string>;
  /** Null where there is none, or not the whole of it. */
  load(digest: string): Promise<string | null>;
  forgetAllBut(digest: string): Promise<void>;
}

const PIECE_BYTES = 2 ** 16;
const NAME = /^pushed-.*\.json(\.new)?$/;

export function pushedRequests(dataFolder: string): PushedRequests {
  const fileOf = (digest: string) => path.join(dataFolder, `pushed-${digest}.json`);
  return {
    async save(request) {
      const digest = digestOf(piecesOf(request));
      const file = fileOf(digest);
      const handle = await open(`${file}.new`, "w", 0o600);
      try {
        for (const piece of piecesOf(request)) await handle.writeFile(piece);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${file}.new`, file);
      return digest;
    },
    async load(digest) {
      const pieces: string[] = [];
      try {
        const stream = createReadStream(fileOf(digest), "utf8");
        for await (const piece of stream) pieces.push(piece as string);
      } catch {
        return null;
      }
      const request = pieces.join("");
      return digestOf(piecesOf(request)) === digest ? request : null;
    },
    async forgetAllBut(digest) {
      const kept = path.basename(fileOf(digest));
      for (const name of await readdir(dataFolder)) {
        if (NAME.test(name) && name !== kept) await rm(path.join(dataFolder, name));
      }
    },
  };
}

/** Each is good until the next one is asked for. */
function* piecesOf(text: string): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  const bytes = new Uint8Array(PIECE_BYTES);
  for (let at = 0; at < text.length;) {
    const { read, written } = encoder.encodeInto(text.slice(at, at + PIECE_BYTES), bytes);
    yield bytes.subarray(0, written);
    at += read;
  }
}

function digestOf(pieces: Iterable<Uint8Array>): string {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}
