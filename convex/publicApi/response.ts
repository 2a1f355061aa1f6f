import { toBase64Url, sha256 } from "../lib/bytes";
import type { Refusal } from "./apiError";

const COMMON_HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "X-Content-Type-Options": "nosniff",
};

/** Responds with an ETag, or with 304 if the client already has this content. */
export async function answer(
  request: Request,
  body: object,
  more: Record<string, string>,
): Promise<Response> {
  const text = JSON.stringify(body);
  const etag = await etagOf(text);
  const headers = { ...COMMON_HEADERS, ...more, ETag: etag };
  if (isCurrent(request.headers.get("If-None-Match"), etag)) {
    const { "Content-Type": _, ...rest } = headers;
    return new Response(null, { status: 304, headers: rest });
  }
  return new Response(text, { headers });
}

export function refuse({ error, status, headers }: Refusal): Response {
  const all = { ...COMMON_HEADERS, "Cache-Control": "no-store", ...headers };
  return new Response(JSON.stringify({ error }), { status, headers: all });
}

async function etagOf(text: string): Promise<string> {
  const half = (await sha256(text)).slice(0, 16);
  return `"${toBase64Url(half)}"`;
}

/** A proxy that compresses the response marks the tag as weak: RFC 9110, 13.1.2. */
function isCurrent(header: string | null, etag: string): boolean {
  const etags = (header ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  return etags.includes("*") || etags.includes(etag);
}
