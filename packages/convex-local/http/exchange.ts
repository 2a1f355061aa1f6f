/** The web's Request and Response, which every handler here speaks, on a Node server. */
import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "@hark/stand-in-kit/front-door";
import { ClientGone, readBody, sendResponse, toRequest } from "@hark/stand-in-kit/web-exchange";

export type Handler = (request: Request) => Promise<Response>;

/** The caller's mistake, answered with its status and a code that the CLI understands. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function errorResponse(error: unknown): Response {
  if (error instanceof HttpError) {
    return Response.json({ code: error.code, message: error.message }, { status: error.status });
  }
  return Response.json(
    {
      code: "InternalServerError",
      message: "Your request couldn't be completed. Try again later.",
    },
    { status: 500 },
  );
}

const callers = new WeakMap<Request, string>();

/** The address that a request came from, which the web's Request does not know. */
export function callerAddress(request: Request): string | null {
  return callers.get(request) ?? null;
}

/** As upstream, whoever may have written it: crates/common/src/http/mod.rs `ExtractRequestMetadata`. */
export function addressBehind({ headers, socket }: IncomingMessage): string | null {
  const [first] = [headers["x-forwarded-for"] ?? []].flat();
  return first?.split(",")[0]?.trim() ?? socket.remoteAddress ?? null;
}

const MAX_BODY_BYTES = 64 * 2 ** 20;

/** Serves web handlers from a Node server. */
export function serve(handler: Handler, onError: (error: unknown) => void): RequestHandler {
  return (incoming, outgoing, url): void => {
    void (async () => {
      let response: Response;
      try {
        response = await handler(await receive(incoming, url));
      } catch (error) {
        if (error instanceof ClientGone) return;
        if (!(error instanceof HttpError)) onError(error);
        response = errorResponse(error);
      }
      await sendResponse(response, outgoing);
    })().catch((error: unknown) => {
      onError(error);
      outgoing.destroy();
    });
  };
}

async function receive(incoming: IncomingMessage, url: URL): Promise<Request> {
  // Read to its end even where no handler wants it: the next request comes on the same connection.
  const body = await readBody(incoming, MAX_BODY_BYTES);
  if (body === null) {
    const message = `A request may hold ${MAX_BODY_BYTES} bytes.`;
    throw new HttpError(413, "RequestTooLarge", message);
  }
  const request = toRequest(incoming, url, body);
  const address = addressBehind(incoming);
  if (address !== null) callers.set(request, address);
  return request;
}
