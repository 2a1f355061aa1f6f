/** Between Node's HTTP and the web's Request and Response, which every route here speaks. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { errorResponse } from "./api-error.ts";

/** Null hangs up without an answer, as a platform that is down does. */
export type Handler = (request: Request) => Promise<Response | null>;

// Each is taken apart at one go, while every call waits: for some 40 ms at these sizes.
const LARGEST_UPLOAD_BYTES = 8 * 2 ** 20;
const LARGEST_JSON_BYTES = 2 ** 20;

export function serve(handler: Handler, onError: (error: unknown) => void) {
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    void (async () => {
      const most = isUpload(incoming) ? LARGEST_UPLOAD_BYTES : LARGEST_JSON_BYTES;
      const body = await readBody(incoming, most);
      const response = body === null ? tooLarge(most) : await handler(toRequest(incoming, body));
      if (response === null) incoming.socket.destroy();
      else await send(response, outgoing);
    })().catch((error: unknown) => {
      onError(error);
      outgoing.destroy();
    });
  };
}

function isUpload({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.startsWith("multipart/form-data") === true;
}

function tooLarge(mostBytes: number): Response {
  return errorResponse(413, `The body of this request may hold ${mostBytes} bytes at most.`);
}

function toRequest(incoming: IncomingMessage, body: Buffer): Request {
  const { method = "GET", url = "/", headers: given } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    for (const item of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, item);
  }
  const hasBody = method !== "GET" && method !== "HEAD" && body.length > 0;
  return new Request(new URL(url, `http://${given.host ?? "127.0.0.1"}`), {
    method,
    headers,
    ...(hasBody ? { body: new Uint8Array(body) } : {}),
  });
}

/** Null for one that is too large. */
async function readBody(incoming: IncomingMessage, mostBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= mostBytes) chunks.push(chunk);
  }
  return size <= mostBytes ? Buffer.concat(chunks) : null;
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  response.headers.forEach((value, name) => outgoing.setHeader(name, value));
  if (response.body === null) return void outgoing.end();
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  body.on("error", () => outgoing.destroy());
  outgoing.on("close", () => body.destroy());
  body.pipe(outgoing);
  await new Promise<void>((resolve) => outgoing.on("close", resolve));
}
