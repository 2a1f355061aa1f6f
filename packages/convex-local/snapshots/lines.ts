import { ImportError } from "./import-error.ts";
import { reasonOf } from "../values/reason.ts";

const NEWLINE = 0x0a;

/** The lines of a file as they arrive, and nothing of the file but the line that is being read. */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let started: Buffer[] = [];
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      yield decode(decoder, [...started, chunk.subarray(from, end)]);
      started = [];
      from = end + 1;
    }
    if (from < chunk.length) started.push(chunk.subarray(from));
  }
  if (started.length > 0) yield decode(decoder, started);
}

function decode(decoder: TextDecoder, parts: Buffer[]): string {
  try {
    return decoder.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts));
  } catch (error) {
    throw new ImportError("NotUtf8", `Import wasn't valid UTF8: ${reasonOf(error)}`);
  }
}

export async function textOf(source: AsyncIterable<Buffer>, mostBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > mostBytes) {
      throw new ImportError(
        "JsonArrayTooLarge",
        `Import is too large for JSON (${size} bytes > maximum ${mostBytes / 2 ** 20} MiB). Consider converting data to JSONLines`,
      );
    }
    parts.push(chunk);
  }
  return decode(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }), parts);
}
