/**
 * All HTTP actions read request bodies with these functions. Convex passes a stream and runs sixteen HTTP actions at a
 * time (docs/fidelity.md, H7), so an endless body would occupy one of them.
 */
import { wellFormed } from "../shared/wellFormed";

export type BodyLimits = { maxBytes: number; withinMs: number };

const LIMITS: BodyLimits = { maxBytes: 100_000, withinMs: 5_000 };

/** No real sender nests deeper. Convex reads JSON with serde_json, which stops at this depth too. */
const MAX_DEPTH = 100;

export type Read<Content> =
  { kind: "read"; content: Content } | { kind: "refused"; status: 408 | 413; reason: string };

const TOO_SLOW = { kind: "refused", status: 408, reason: "The request took too long." } as const;
const TOO_LARGE = { kind: "refused", status: 413, reason: "The request is too large." } as const;

export async function readBytes(
  request: Request,
  limits: Partial<BodyLimits> = {},
): Promise<Read<Uint8Array<ArrayBuffer>>> {
  const { maxBytes, withinMs } = { ...LIMITS, ...limits };
  if (Number(request.headers.get("Content-Length") ?? 0) > maxBytes) return TOO_LARGE;
  const reader = request.body?.getReader();
  if (reader === undefined) return { kind: "read", content: new Uint8Array() };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<typeof TOO_SLOW>((resolve) => {
    timer = setTimeout(() => resolve(TOO_SLOW), withinMs);
  });
  const read = await Promise.race([readAll(reader, maxBytes), deadline]);
  clearTimeout(timer);
  // Not awaited, because the sender decides how long that takes.
  if (read.kind === "refused") void reader.cancel().catch(() => undefined);
  return read;
}

export async function readText(
  request: Request,
  limits: Partial<BodyLimits> = {},
): Promise<Read<string>> {
  const read = await readBytes(request, limits);
  return read.kind === "read"
    ? { kind: "read", content: new TextDecoder().decode(read.content) }
    : read;
}

/** The content is undefined if the body is not JSON, or is too deeply nested. */
export async function readJson(
  request: Request,
  limits: Partial<BodyLimits> = {},
): Promise<Read<unknown>> {
  const read = await readText(request, limits);
  return read.kind === "read" ? { kind: "read", content: parsed(read.content) } : read;
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Read<Uint8Array<ArrayBuffer>>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > maxBytes) return TOO_LARGE;
    parts.push(value);
  }
  const content = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    content.set(part, at);
    at += part.byteLength;
  }
  return { kind: "read", content };
}

function parsed(text: string): unknown {
  try {
    return withWholeText(JSON.parse(text), MAX_DEPTH);
  } catch {
    return undefined;
  }
}

/** Convex refuses text with unpaired surrogates, which JSON can contain. */
function withWholeText(value: unknown, levels: number): unknown {
  if (typeof value === "string") return wellFormed(value);
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) throw new SyntaxError("Too deeply nested");
  if (Array.isArray(value)) return value.map((one) => withWholeText(one, levels - 1));
  const fields = Object.entries(value);
  return Object.fromEntries(
    fields.map(([name, field]) => [wellFormed(name), withWholeText(field, levels - 1)]),
  );
}
