/**
 * Which bytes of a file a request asks for, and the answer to it. As upstream, whose header parser is told of
 * no length: so the last bytes of a file cannot be asked for, and what lies behind its end is nothing, but no
 * error. get-convex/convex-backend, crates/local_backend/src/storage.rs `storage_get` and crates/file_storage/
 * src/core.rs `file_stream`; hyperium/headers, src/common/range.rs and content_range.rs.
 */

/** Both ends belong to it; without an end it goes on to the file's. */
export interface ByteRange {
  start: bigint;
  end: bigint | null;
}

const LARGEST = 2n ** 64n - 1n;
const UNIT = "bytes=";

export function wantedRange(header: string | null): ByteRange | "whole" | "unsatisfiable" {
  // What is in another unit is passed over.
  if (header?.startsWith(UNIT) !== true) return "whole";
  const ranges = header.slice(UNIT.length).split(",").flatMap(parseRange);
  const [range] = ranges;
  return range === undefined || ranges.length > 1 ? "unsatisfiable" : range;
}

export function toResponse(
  range: ByteRange | "whole",
  bytes: Uint8Array,
  headers: Headers,
): Response {
  const size = bytes.length;
  if (range === "whole" || size === 0) return respond(bytes, headers, 200);
  const { start, end } = range;
  headers.set("Content-Range", `bytes ${start}-${end ?? size - 1}/${size}`);
  const part = start >= size ? [] : [Number(start), end === null ? size : Number(end) + 1];
  return respond(part.length === 0 ? new Uint8Array() : bytes.subarray(...part), headers, 206);
}

function respond(bytes: Uint8Array, headers: Headers, status: number): Response {
  headers.set("Content-Length", String(bytes.length));
  return new Response(new Uint8Array(bytes), { status, headers });
}

function parseRange(spec: string): ByteRange[] {
  const found = /^(\d*)-(\d*)$/.exec(spec.trim());
  if (found === null) return [];
  const [, first = "", last = ""] = found;
  const start = BigInt(first === "" ? 0 : first);
  const end = last === "" ? null : BigInt(last);
  if (start > LARGEST || (end !== null && end > LARGEST)) return [];
  if (first === "" && end !== null) return [{ start: LARGEST - end, end: null }];
  return [{ start, end }];
}
