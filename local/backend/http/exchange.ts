/** Between Node's HTTP and the web's Request and Response, which every handler here speaks. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

export type Handler = (request: Request) => Promise<Response>;

/** The caller's mistake, answered with its status and a code that the CLI understands. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function errorResponse(error: unknown): Response {
  if (error instanceof HttpError) {
    return Response.json({ code: error.code, message: error.message }, { status: error.status });
  }
  return Response.json(
    {
      code: "InternalServerError",
      message: "Your request couldn't be completed. Try again later.",
    },
    { status: 500 },
  );
}

const callers = new WeakMap<Request, string>();

/** The address that a request came from, which the web's Request does not know. */
export function callerAddress(request: Request): string | null {
  return callers.get(request) ?? null;
}

const LARGEST_BODY_BYTES = 64 * 2 ** 20;

/** Serves web handlers from a Node server. */
export function serve(handler: Handler, onError: (error: unknown) => void) {
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    void (async () => {
      let response: Response;
      try {
        response = await handler(await toRequest(incoming));
      } catch (error) {
        if (!(error instanceof HttpError)) onError(error);
        response = errorResponse(error);
      }
      await send(response, outgoing);
    })().catch((error: unknown) => {
      onError(error);
      outgoing.destroy();
    });
  };
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = "GET", url = "/" } = incoming;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const item of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, item);
  }
  // Read to its end even where no handler wants it: the next request comes on the same connection.
  const body = await readBody(incoming);
  const host = incoming.headers.host ?? "127.0.0.1";
  const hasBody = method !== "GET" && method !== "HEAD";
  const request = new Request(new URL(url, `http://${host}`), {
    method,
    headers,
    ...(hasBody ? { body: new Uint8Array(body) } : {}),
  });
  const { remoteAddress } = incoming.socket;
  if (remoteAddress !== undefined) callers.set(request, remoteAddress);
  return request;
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY_BYTES) {
      throw new HttpError(
        413,
        "RequestTooLarge",
        `A request may hold ${LARGEST_BODY_BYTES} bytes.`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
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
