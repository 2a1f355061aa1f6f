/**
 * The HTTP server of all stand-ins. It listens on this machine only, answers only to this machine's own names, and
 * survives whatever a client sends.
 */
import { STATUS_CODES, createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { closeServer, listen } from "./listening.ts";
import { isLoopbackHost, isLoopbackOrigin } from "./loopback.ts";

/** `url` is the absolute URL; `request.url` is its path and query, whatever form the client sent. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

export interface Upgrade {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
  url: URL;
}

/** Takes over the socket and returns true, or returns false to have it refused. */
export type UpgradeHandler = (upgrade: Upgrade) => boolean;

export interface FrontDoorOptions {
  port: number;
  onError: (error: unknown) => void;
  /**
   * Whether pages of this origin may use this URL. The server decides, like the vendor's. Without it, pages of any
   * origin may send requests, and only pages of this machine may open sockets.
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
  /** Starts handling requests. Until then every connection is closed, and clients try again. */
  serve(onRequest: RequestHandler, onUpgrade?: UpgradeHandler): void;
  close(): Promise<void>;
}

interface Refusal {
  status: number;
  reason: string;
}

/**
 * How long an idle connection is kept. With Node's default of five seconds, a busy client may send on a connection just
 * as it is closed, and get a reset. This is longer than clients keep idle connections.
 */
const KEEP_ALIVE = { keepAliveTimeout: 75_000 };
// The methods that the web's Request allows. It does not allow TRACE, which nobody needs here.
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export async function openFrontDoor(options: FrontDoorOptions): Promise<FrontDoor> {
  const { port, onError, admits = isSocketFromHere } = options;
  let onRequest: RequestHandler | null = null;
  let onUpgrade: UpgradeHandler = () => false;

  const server = createServer(KEEP_ALIVE);
  server.on("connection", (socket: Socket) => {
    // Node removes its error listener when it hands over an upgrade. A connection reset would then be an unhandled
    // error, which ends the process.
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
  // Later errors concern single connections that could not be accepted, for example because there are too many.
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

const METHOD_REFUSED = { status: 405, reason: `Allowed methods: ${METHODS.join(", ")}.` };

function isSocketFromHere({ kind, origin }: Call): boolean {
  return kind === "request" || isLoopbackOrigin(origin);
}

/** The URL of the request, or why it is refused. */
function receive(
  { method = "", url: target = "", headers }: IncomingMessage,
  kind: Call["kind"],
  admits: (call: Call) => boolean,
): URL | Refusal {
  const { host, origin } = headers;
  if (!isLoopbackHost(host)) return foreignHost(host);
  if (!METHODS.includes(method)) return METHOD_REFUSED;
  const url = parse(target, host ?? "");
  if (url === null) return { status: 400, reason: "The request's target is not a URL." };
  // An absolute URL in the request line takes precedence over the header.
  if (!isLoopbackHost(url.host)) return foreignHost(url.host);
  if (origin === undefined || admits({ kind, origin, url })) return url;
  return {
    status: 403,
    reason: `Pages of ${origin} may not use ${url.pathname}. Only pages of this machine may, such as those of http://127.0.0.1.`,
  };
}

function parse(target: string, host: string): URL | null {
  // Concatenated rather than resolved: relative to a base, "//x" would be a URL of another host.
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
  // Otherwise a client that does not close its half would keep the connection open forever.
  socket.once("finish", () => socket.destroy());
  socket.end(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]));
}
