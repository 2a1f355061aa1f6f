/** Node's HTTP, reduced to what the stand-in needs: it must also be able to hang and to break off. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { openFrontDoor } from "../front-door.ts";
import { ClientGone, readBody } from "../web-exchange.ts";

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
  const door = await openFrontDoor({
    port,
    onError,
    // What no page needs to know of, none may use; the hosted pages ask their forms themselves.
    admits: ({ url }) => !url.pathname.startsWith("/_sim/"),
  });
  door.serve((incoming, outgoing, url) => {
    void answer(incoming, outgoing, { url, ready }).catch((error: unknown) => {
      if (!(error instanceof ClientGone)) onError(error);
      outgoing.destroy();
    });
  });
  return { url: door.url, use, close: () => door.close() };
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  const box: { resolve?: (value: T) => void } = {};
  const promise = new Promise<T>((resolve) => (box.resolve = resolve));
  return { promise, resolve: (value) => box.resolve?.(value) };
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { url, ready }: { url: URL; ready: Promise<Handler> },
): Promise<void> {
  const body = await readBody(incoming, LARGEST_BODY_BYTES);
  if (body === null) return void outgoing.writeHead(413, { Connection: "close" }).end();
  const handle = await ready;
  const result = await handle({
    method: incoming.method ?? "GET",
    path: url.pathname,
    query: url.search.slice(1),
    headers: plainHeaders(incoming),
    body: Buffer.concat(body).toString(),
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
