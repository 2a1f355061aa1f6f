/** The HTTP layer of the vendor stand-ins: a Hono app behind the front door. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Hono } from "hono";
import type { RequestHandler } from "./front-door.ts";
import { ClientGone, readBody, sendResponse, toRequest } from "./web-exchange.ts";

export interface AppEnv {
  Bindings: { incoming: IncomingMessage; outgoing: ServerResponse };
}

export interface ServedApp<Env extends AppEnv> {
  app: Hono<Env>;
  maxBodyBytes: number | ((incoming: IncomingMessage) => number);
  /** The response to a body that is too large. Nothing else of such a request is checked. */
  tooLarge?: (maxBytes: number) => Response;
  onError: (error: unknown) => void;
}

export function serveApp<Env extends AppEnv>({
  app,
  maxBodyBytes,
  tooLarge = (maxBytes) =>
    new Response(`The body is larger than ${maxBytes} bytes.\n`, { status: 413 }),
  onError,
}: ServedApp<Env>): RequestHandler {
  return (incoming, outgoing, url) => {
    const answer = async () => {
      const maxBytes = typeof maxBodyBytes === "number" ? maxBodyBytes : maxBodyBytes(incoming);
      const body = await readBody(incoming, maxBytes);
      const response =
        body === null
          ? tooLarge(maxBytes)
          : await app.fetch(toRequest(incoming, url, body), { incoming, outgoing });
      await sendResponse(response, outgoing);
    };
    answer().catch((error: unknown) => {
      if (!(error instanceof ClientGone)) onError(error);
      outgoing.destroy();
    });
  };
}

/** A Hono app. Its unexpected errors reach `serveApp`, which logs them and closes the connection. */
export function newApp(): Hono<AppEnv> {
  return new Hono<AppEnv>().onError((error) => {
    throw error;
  });
}

/** The context of any such app. */
interface InApp {
  env: AppEnv["Bindings"];
}

/** Closes the connection without a response, like a vendor that is down. */
export function hangUp({ env }: InApp): Response {
  env.outgoing.destroy();
  return new Response(null);
}

export function hasHungUp({ env }: InApp): boolean {
  return env.outgoing.destroyed;
}
