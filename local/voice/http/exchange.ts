/** The web's Request and Response, which every route here speaks, on a Node server. */
import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "../../front-door.ts";
import { ClientGone, readBody, sendResponse, toRequest } from "../../web-exchange.ts";
import { ApiError, errorResponse } from "./api-error.ts";

/** Null hangs up without an answer, as a platform that is down does. */
export type Handler = (request: Request) => Promise<Response | null>;

// Each is taken apart at one go, while every call waits: for some 40 ms at these sizes.
const LARGEST_UPLOAD_BYTES = 8 * 2 ** 20;
const LARGEST_JSON_BYTES = 2 ** 20;

export function serve(handler: Handler, onError: (error: unknown) => void): RequestHandler {
  return (incoming, outgoing, url): void => {
    void (async () => {
      const most = isUpload(incoming) ? LARGEST_UPLOAD_BYTES : LARGEST_JSON_BYTES;
      const body = await readBody(incoming, most);
      const response =
        body === null ? tooLarge(most) : await handler(toRequest(incoming, url, body));
      if (response === null) incoming.socket.destroy();
      else await sendResponse(response, outgoing);
    })().catch((error: unknown) => {
      if (!(error instanceof ClientGone)) onError(error);
      outgoing.destroy();
    });
  };
}

function isUpload({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.startsWith("multipart/form-data") === true;
}

function tooLarge(mostBytes: number): Response {
  return errorResponse(
    new ApiError(413, `The body of this request may hold ${mostBytes} bytes at most.`),
  );
}
