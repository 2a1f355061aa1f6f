/** An owner's server that actions call, whose answers a test controls. */
import { createServer } from "node:http";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { closeServer, listen } from "@hark/stand-in-kit/listening";

export interface Request {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Answering = (response: ServerResponse, request: Request) => void;

export interface ActionServer {
  url: string;
  received: Request[];
  /** Sets how it answers from now on. */
  behave(answering: Answering): void;
  close(): Promise<void>;
}

export function json(body: unknown, status = 200): Answering {
  return (response) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  };
}

export async function openActionServer(): Promise<ActionServer> {
  const received: Request[] = [];
  let answering = json({ isDone: true });
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = "", url: path = "", headers } = request;
      const one = { method, path, headers, body };
      received.push(one);
      answering(response, one);
    });
  });
  return {
    url: await listen(server, 0),
    received,
    behave(next) {
      answering = next;
    },
    async close() {
      server.closeAllConnections();
      await closeServer(server);
    },
  };
}
