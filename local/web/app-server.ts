import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { closeServer, listen } from "../listening.ts";
import type { StaticSite } from "./static-site.ts";

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface AppServer {
  url: string;
  server: Server;
  /** From now on this answers; until the first call, every request is told to try again. */
  use(handler: RequestHandler): void;
  close(): Promise<void>;
}

/** Takes the port before there is anything to serve, so that a taken one is noticed at once. */
export async function openAppServer(port: number): Promise<AppServer> {
  let handler: RequestHandler = answerStarting;
  const server = createServer((request, response) => handler(request, response));
  const url = await listen(server, port);
  return {
    url,
    server,
    use(next) {
      handler = next;
    },
    close: () => closeServer(server),
  };
}

export function serveStaticSite(site: StaticSite): RequestHandler {
  return (request, response) => {
    const { method = "GET", url: target = "/", headers } = request;
    const answer = site({ method, target, headers });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  };
}

function answerStarting(_request: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(503, {
      "Content-Type": "text/html; charset=utf-8",
      "Retry-After": "1",
      Refresh: "1",
    })
    .end("<!doctype html><title>Hark</title><p>Hark is starting.</p>\n");
}
