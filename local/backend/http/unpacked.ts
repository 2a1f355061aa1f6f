/**
 * What a request's body in Brotli holds. A process of its own unpacks it: the decoder asks malloc for four megabytes at
 * once, and after that each arena of ours would keep twice as much (deploy/pushed-request.ts).
 */
import { spawn } from "node:child_process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";

const UNPACK = fileURLToPath(new URL("unpack.js", import.meta.url));

/** Null where it is not in Brotli, or holds more than that. */
export async function unpacked({ body }: Request, mostBytes: number): Promise<string | null> {
  const child = spawn(process.execPath, [UNPACK], { stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise<boolean>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code === 0));
  });
  // Waited for once all is read: one that could not be started is known before.
  ended.catch(() => undefined);
  // One that refuses what it reads closes before it has read all.
  const sent = pipeline(Readable.from(body ?? []), child.stdin).catch(() => undefined);
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
