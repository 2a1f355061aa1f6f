/** The web's Request and Response, which every route here speaks, on a Node server. */
import type { RequestHandler } from "../../front-door.ts";
import { ClientGone, readBody, sendResponse, toRequest } from "../../web-exchange.ts";
import { errorResponse } from "./api-error.ts";

/** Null hangs up without an answer, as a platform that is down does. */
export type Handler = (request: Request) => Promise<Response | null>;

const LARGEST_BODY_BYTES = 32 * 2 ** 20;

export function serve(handler: Handler, onError: (error: unknown) => void): RequestHandler {
  return (incoming, outgoing, url): void => {
    void (async () => {
      const body = await readBody(incoming, LARGEST_BODY_BYTES);
      const response = body === null ? tooLarge() : await handler(toRequest(incoming, url, body));
      if (response === null) incoming.socket.destroy();
      else await sendResponse(response, outgoing);
    })().catch((error: unknown) => {
      if (!(error instanceof ClientGone)) onError(error);
      outgoing.destroy();
    });
  };
}

function tooLarge(): Response {
  return errorResponse(413, `A request may hold ${LARGEST_BODY_BYTES} bytes.`);
}
