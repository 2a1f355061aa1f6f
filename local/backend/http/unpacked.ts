/**
 * What a request's body in Brotli holds. A process of its own unpacks what is large: the decoder asks malloc for four
 * megabytes at once, and after that each arena of ours would keep twice as much (deploy/pushed-request.ts).
 */
import { spawn } from "node:child_process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

const UNPACK = fileURLToPath(new URL("unpack.js", import.meta.url));
/** Up to here the decoder takes little, and a process takes longer to start than to unpack. */
const SMALL_BYTES = 32 * 1024;

/** Null where it is not in Brotli, or holds more than that. */
export async function unpacked({ body }: Request, mostBytes: number): Promise<string | null> {
  const packed: Uint8Array[] = [];
  let size = 0;
  for await (const piece of Readable.from(body ?? [])) {
    packed.push(piece as Uint8Array);
    size += (piece as Uint8Array).length;
  }
  return size > SMALL_BYTES
    ? await unpackedElsewhere(packed, mostBytes)
    : await unpackedHere(Buffer.concat(packed), mostBytes);
}

async function unpackedHere(packed: Buffer, mostBytes: number): Promise<string | null> {
  const unpacking = promisify(brotliDecompress)(packed, { maxOutputLength: mostBytes });
  const bytes = await unpacking.catch(() => null);
  return bytes?.toString() ?? null;
}

async function unpackedElsewhere(
  packed: readonly Uint8Array[],
  mostBytes: number,
): Promise<string | null> {
  const child = spawn(process.execPath, [UNPACK], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise<boolean>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code === 0));
  });
  // Waited for once all is read: one that could not be started is known before.
  ended.catch(() => undefined);
  // One that refuses what it reads closes before it has read all.
  const sent = pipeline(Readable.from(packed), child.stdin).catch(() => undefined);
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let size = 0;
  for await (const piece of child.stdout) {
    size += (piece as Buffer).length;
    // It ends when nobody reads what it writes.
    if (size > mostBytes) break;
    pieces.push(decoder.decode(piece as Buffer, { stream: true }));
  }
  const [isWhole] = await Promise.all([ended, sent]);
  return isWhole && size <= mostBytes ? pieces.join("") + decoder.decode() : null;
}
