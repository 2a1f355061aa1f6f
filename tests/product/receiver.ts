/** An owner's webhook server, whose responses a test controls. */
import { createServer } from "node:http";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import { must } from "@hark/stand-in-kit/must";

export interface Received {
  path: string;
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The parsed body. */
  event: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** Answers a request. To hold a request, it does nothing. */
export type Responder = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  url: string;
  received: Received[];
  /** Sets how it answers from now on. */
  behave(responder: Responder): void;
  /** Closes all connections without a response. */
  hangUp(): void;
  close(): Promise<void>;
}

export const ACCEPT: Responder = (response) => response.writeHead(204).end();
export const FAIL: Responder = (response) => response.destroy();

export function answers(status: number, headers: Record<string, string> = {}): Responder {
  return (response) => response.writeHead(status, headers).end(`status ${status}`);
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let responder = ACCEPT;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const event = JSON.parse(body) as Received["event"];
      const { headers, url: path = "" } = request;
      const one = { path, id: String(headers["webhook-id"]), headers, body, event };
      received.push(one);
      responder(response, one);
    });
  });
  return {
    url: `${await listen(server, 0)}/`,
    received,
    behave(next) {
      responder = next;
    },
    hangUp: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      await closeServer(server);
    },
  };
}

/** Verifies the signature with the specification's own library, which uses the machine's clock. */
export function isGenuine({ headers, body }: Received, secret: string, nowMs: number): boolean {
  const sentMs = Number(must(headers["webhook-timestamp"], "timestamp")) * 1000;
  if (Math.abs(nowMs - sentMs) > 60_000) return false;
  const verifier = new Webhook(secret);
  const signed = verifier.sign(must(headers["webhook-id"], "id") as string, new Date(sentMs), body);
  return String(headers["webhook-signature"]).split(" ").includes(signed);
}
