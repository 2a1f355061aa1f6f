/** Between Node's HTTP and the web's Request and Response. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** The client has gone, so nobody is left to answer. */
export class ClientGone extends Error {}

/** Null when the body is larger than this. */
export async function readBody(
  incoming: IncomingMessage,
  largestBytes: number,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= largestBytes) return void chunks.push(chunk);
      // Not destroyed: the refusal is still to go out on the same connection.
      incoming.pause();
      resolve(null);
    });
    incoming.once("end", () => resolve(Buffer.concat(chunks)));
    incoming.once("error", () => reject(new ClientGone()));
    incoming.once("close", () => reject(new ClientGone()));
  });
}

export function toRequest(incoming: IncomingMessage, url: URL, body: Buffer): Request {
  const { method = "GET" } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const item of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, item);
  }
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(url, {
    method,
    headers,
    ...(hasBody ? { body: new Uint8Array(body) } : {}),
  });
}

/** Resolves when the answer has gone out, or the client has. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  if (outgoing.destroyed) return response.body?.cancel();
  // What is left of a body that was too large is not read, so nothing can follow it.
  if (!outgoing.req.complete) outgoing.setHeader("connection", "close");
  outgoing.statusCode = response.status;
  response.headers.forEach((value, name) => {
    if (name !== "set-cookie") outgoing.setHeader(name, value);
  });
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader("set-cookie", cookies);
  if (response.body === null) return void outgoing.end();
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  body.on("error", () => outgoing.destroy());
  outgoing.on("close", () => body.destroy());
  body.pipe(outgoing);
  await new Promise<void>((resolve) => outgoing.on("close", resolve));
}
