import { toBase64Url, sha256 } from "../lib/bytes";
import type { Refusal } from "./apiError";

const ALWAYS = {
  "Content-Type": "application/json; charset=utf-8",
  "X-Content-Type-Options": "nosniff",
};

/** With a mark of what it says: whoever has that already is told so in no words. */
export async function answer(
  request: Request,
  body: object,
  more: Record<string, string>,
): Promise<Response> {
  const text = JSON.stringify(body);
  const mark = await markOf(text);
  const headers = { ...ALWAYS, ...more, ETag: mark };
  if (hasAlready(request.headers.get("If-None-Match"), mark)) {
    const { "Content-Type": _, ...rest } = headers;
    return new Response(null, { status: 304, headers: rest });
  }
  return new Response(text, { headers });
}

export function refuse({ error, status, headers }: Refusal): Response {
  const all = { ...ALWAYS, "Cache-Control": "no-store", ...headers };
  return new Response(JSON.stringify({ error }), { status, headers: all });
}

async function markOf(text: string): Promise<string> {
  const half = (await sha256(text)).slice(0, 16);
  return `"${toBase64Url(half)}"`;
}

/** What compresses on the way marks it as weak: RFC 9110, 13.1.2. */
function hasAlready(header: string | null, mark: string): boolean {
  const marks = (header ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""));
  return marks.includes("*") || marks.includes(mark);
}
