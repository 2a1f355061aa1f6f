/**
 * What stands before every server here: a port of this machine alone, which only those reach who call
 * it by one of this machine's own names, and behind which nothing that a stranger sends ends the process.
 */
import { STATUS_CODES, createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { closeServer, listen } from "./listening.ts";
import { isLoopbackHost, isLoopbackOrigin } from "./loopback.ts";

/** `url` is the whole address; `request.url` is its path and query, whatever form it came in. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

export interface Upgrade {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
  url: URL;
}

/** Takes the socket over and returns true, or leaves one that it does not know to be refused. */
export type UpgradeHandler = (upgrade: Upgrade) => boolean;

export interface FrontDoorOptions {
  port: number;
  onError: (error: unknown) => void;
  /**
   * Whether pages of this origin may call this address. The server that stands behind decides, as the
   * vendor's would; without it, pages from anywhere may send requests, and those of this machine may
   * open sockets.
   */
  admits?: (call: Call) => boolean;
}

export interface Call {
  kind: "request" | "socket";
  origin: string;
  url: URL;
}

export interface FrontDoor {
  url: string;
  /** From now on this answers. Before, every connection is hung up on, and clients try again. */
  serve(onRequest: RequestHandler, onUpgrade?: UpgradeHandler): void;
  close(): Promise<void>;
}

interface Refusal {
  status: number;
  reason: string;
}

/**
 * How long an idle connection is kept. With Node's five seconds a busy client can send on one in the
 * very moment in which it is closed, and sees a reset; for longer than clients keep theirs, it cannot.
 */
const KEEP_ALIVE = { keepAliveTimeout: 75_000 };
// What the web's Request can be; TRACE, which it cannot, is of no use to anybody here.
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export async function openFrontDoor(options: FrontDoorOptions): Promise<FrontDoor> {
  const { port, onError, admits = isSocketFromHere } = options;
  let onRequest: RequestHandler | null = null;
  let onUpgrade: UpgradeHandler = () => false;

  const server = createServer(KEEP_ALIVE);
  server.on("connection", (socket: Socket) => {
    // Node stops listening to it when it hands an upgrade over, and a reset connection would then be
    // an error that nobody listens to, which ends the process.
    socket.on("error", () => undefined);
    if (onRequest === null) socket.destroy();
  });
  server.on("request", (request, response) => {
    const visit = receive(request, "request", admits);
    if ("reason" in visit) return refuse(response, visit);
    request.url = visit.pathname + visit.search;
    try {
      onRequest?.(request, response, visit);
    } catch (error) {
      onError(error);
      response.destroy();
    }
  });
  server.on("upgrade", (request, socket, head) => {
    const visit = receive(request, "socket", admits);
    if ("reason" in visit) return refuseSocket(socket, visit);
    try {
      request.url = visit.pathname + visit.search;
      if (onUpgrade({ request, socket, head, url: visit })) return;
    } catch (error) {
      onError(error);
    }
    refuseSocket(socket, { status: 404, reason: `No WebSocket is served at ${visit.pathname}.` });
  });
  server.on("connect", (_request, socket) => refuseSocket(socket, METHOD_REFUSED));

  const url = await listen(server, port);
  // Later ones are about single connections that could not be taken, as when there are too many.
  server.on("error", onError);
  return {
    url,
    serve(handler, upgradeHandler = () => false) {
      onRequest = handler;
      onUpgrade = upgradeHandler;
    },
    close: () => closeServer(server),
  };
}

const METHOD_REFUSED = { status: 405, reason: `The methods here are ${METHODS.join(", ")}.` };

function isSocketFromHere({ kind, origin }: Call): boolean {
  return kind === "request" || isLoopbackOrigin(origin);
}

/** Where the request goes, or why it goes nowhere. */
function receive(
  { method = "", url: target = "", headers }: IncomingMessage,
  kind: Call["kind"],
  admits: (call: Call) => boolean,
): URL | Refusal {
  const { host, origin } = headers;
  if (!isLoopbackHost(host)) return foreignHost(host);
  if (!METHODS.includes(method)) return METHOD_REFUSED;
  const url = parse(target, host ?? "");
  if (url === null) return { status: 400, reason: "The request's target is not an address." };
  // The whole address in a request line counts more than the header.
  if (!isLoopbackHost(url.host)) return foreignHost(url.host);
  if (origin === undefined || admits({ kind, origin, url })) return url;
  return {
    status: 403,
    reason: `Pages of ${origin} may not use ${url.pathname}: it is for this machine's own, such as those of http://127.0.0.1.`,
  };
}

function parse(target: string, host: string): URL | null {
  // Put together rather than resolved: against a base, "//x" would be another host's address.
  const address = target.startsWith("/") ? `http://${host}${target}` : target;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== "http:" || url.username !== "" || url.password !== "") return null;
  try {
    decodeURIComponent(url.pathname);
    return url;
  } catch {
    return null;
  }
}

function foreignHost(host = ""): Refusal {
  return {
    status: 421,
    reason: `This server answers to 127.0.0.1, localhost, [::1] and names that end in .localhost, not to "${host}".`,
  };
}

function refuse(response: ServerResponse, { status, reason }: Refusal): void {
  const headers = { "Content-Type": "text/plain; charset=utf-8", Connection: "close" };
  response.writeHead(status, headers).end(`${reason}\n`);
}

function refuseSocket(socket: Duplex, { status, reason }: Refusal): void {
  const body = Buffer.from(`${reason}\n`);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${body.length}`,
    "Connection: close",
  ];
  // A client that does not close its half would otherwise keep the connection for good.
  socket.once("finish", () => socket.destroy());
  socket.end(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]));
}
