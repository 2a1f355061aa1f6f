/** Node's HTTP, reduced to what the stand-in needs: it must also be able to hang and to break off. */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { KEEP_ALIVE } from "../keep-alive.ts";
import { closeServer, listen } from "../listening.ts";

export interface Incoming {
  method: string;
  path: string;
  /** Without its question mark. */
  query: string;
  headers: Record<string, string | undefined>;
  body: string;
  /** Resolves when the other side has gone away. */
  closed: Promise<void>;
}

/** "break" ends the connection without an answer. */
export type Outgoing =
  "break" | { status: number; body: string | Buffer; headers: Record<string, string> };

export type Handler = (request: Incoming) => Promise<Outgoing>;

const LARGEST_BODY_BYTES = 2 ** 20;

export interface HttpServer {
  url: string;
  /** Until a handler is there, requests wait for it. */
  use(handler: Handler): void;
  close(): Promise<void>;
}

export async function openServer(
  port: number,
  onError: (error: unknown) => void,
): Promise<HttpServer> {
  const { promise: ready, resolve: use } = deferred<Handler>();
  const server = createServer(KEEP_ALIVE, (incoming, outgoing) => {
    void answer(incoming, outgoing, ready).catch((error: unknown) => {
      onError(error);
      outgoing.destroy();
    });
  });
  const url = await listen(server, port);
  return {
    url,
    use,
    close: () => closeServer(server),
  };
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  const box: { resolve?: (value: T) => void } = {};
  const promise = new Promise<T>((resolve) => (box.resolve = resolve));
  return { promise, resolve: (value) => box.resolve?.(value) };
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  ready: Promise<Handler>,
): Promise<void> {
  const body = await readBody(incoming);
  if (body === null) return void outgoing.writeHead(413, { Connection: "close" }).end();
  if (!isOurHost(incoming.headers.host)) return void outgoing.writeHead(421).end();
  const [path = "/", ...query] = (incoming.url ?? "/").split("?");
  const handle = await ready;
  const result = await handle({
    method: incoming.method ?? "GET",
    path,
    query: query.join("?"),
    headers: plainHeaders(incoming),
    body,
    closed: new Promise((resolve) => outgoing.once("close", resolve)),
  });
  if (result === "break") return void incoming.socket.destroy();
  outgoing.writeHead(result.status, result.headers).end(result.body);
}

function plainHeaders({ headers }: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : value,
    ]),
  );
}

/** A name of somebody else's that points at this machine is how a web page would reach it. */
function isOurHost(host = ""): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
}

async function readBody(incoming: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
