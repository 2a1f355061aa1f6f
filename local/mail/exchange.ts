/** The web's Request and Response, which every route here speaks, on a Node server. */
import type { RequestHandler } from "../front-door.ts";
import { ClientGone, readBody, sendResponse, toRequest } from "../web-exchange.ts";

/** Null hangs up without an answer. */
export type Handler = (request: Request) => Promise<Response | null>;

/** With its attachments, in base64, a mail may have 40 MB. */
const LARGEST_BODY_BYTES = 40 * 2 ** 20;

export function serve(handler: Handler, onError: (error: unknown) => void): RequestHandler {
  return (incoming, outgoing, url): void => {
    void (async () => {
      const body = await readBody(incoming, LARGEST_BODY_BYTES);
      const response =
        body === null
          ? new Response("The body is larger than 40 MB.\n", { status: 413 })
          : await handler(toRequest(incoming, url, body));
      if (response === null) incoming.socket.destroy();
      else await sendResponse(response, outgoing);
    })().catch((error: unknown) => {
      if (!(error instanceof ClientGone)) onError(error);
      outgoing.destroy();
    });
  };
}
