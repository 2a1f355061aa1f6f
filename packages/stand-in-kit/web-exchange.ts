/** Converts between Node's HTTP messages and the web's Request and Response. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import { Readable } from "node:stream";

/** The client has disconnected, so there is nobody to respond to. */
export class ClientGone extends Error {}

/** The body in the chunks in which it arrived; null if it is larger than `largestBytes`. */
export async function readBody(
  incoming: IncomingMessage,
  largestBytes: number,
): Promise<Buffer[] | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= largestBytes) return void chunks.push(chunk);
      // Not destroyed, because the error response is sent on the same connection.
      incoming.pause();
      resolve(null);
    });
    incoming.once("end", () => resolve(chunks));
    incoming.once("error", () => reject(new ClientGone()));
    incoming.once("close", () => reject(new ClientGone()));
  });
}

export function toRequest(incoming: IncomingMessage, url: URL, body: Buffer[]): Request {
  const { method = "GET" } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const item of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, item);
  }
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(url, { method, headers, ...(hasBody && bodyOf(body)) });
}

/** Node requires `duplex` for a streamed body; the browser's types do not have it. */
function bodyOf(pieces: Buffer[]): RequestInit & { duplex?: "half" } {
  const [first = Buffer.alloc(0), ...others] = pieces;
  if (others.length === 0) return { body: new Uint8Array(first) };
  return { body: Readable.toWeb(Readable.from(pieces)) as ReadableStream, duplex: "half" };
}

/** Resolves when the response has been sent, or the client has disconnected. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  const isGone = () => outgoing.destroyed;
  if (isGone()) return response.body?.cancel();
  // The rest of a body that is too large is not read, so the connection cannot be used again.
  if (!outgoing.req.complete) outgoing.setHeader("connection", "close");
  outgoing.statusCode = response.status;
  response.headers.forEach((value, name) => {
    if (name !== "set-cookie") outgoing.setHeader(name, value);
  });
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  if (response.body === null) return void outgoing.end();
  const body = response.body.getReader();
  const closed = new Promise<void>((resolve) => outgoing.once("close", resolve));
  void closed.then(() => body.cancel().catch(() => undefined));
  try {
    for (;;) {
      const { done, value } = await body.read();
      if (done || isGone()) break;
      if (!outgoing.write(value)) await Promise.race([once(outgoing, "drain"), closed]);
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
  await closed;
}
