/** The talk button's finished page comes from the functions, on the app's own address. */
import { request as ask } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "@hark/stand-in-kit/front-door";

/** So long a visitor waits for them before the page comes that looks up its assistant by itself. */
export const DRAWN_WITHIN_MS = 2_000;

/** The page is the same for every visitor, so nothing else of a request is passed on. */
const REQUEST_HEADERS = ["if-none-match"];

/** Of its answer; the rest is between the two servers. */
export const PASSED_ON = [
  "cache-control",
  "content-security-policy",
  "content-type",
  "etag",
  "permissions-policy",
  "referrer-policy",
  "x-content-type-options",
];

/** What is asked for with a query, such as testing, is the other page, and so is what did not come. */
export function withDrawnButton(siteUrl: string, others: RequestHandler): RequestHandler {
  return (request, response, url) => {
    if (!isForDrawn(request, url)) return others(request, response, url);
    void fetchDrawn(siteUrl + url.pathname, request)
      .catch(() => null)
      .then((drawn) => {
        if (drawn === null) others(request, response, url);
        else send(drawn, response);
      });
  };
}

function isForDrawn({ method }: IncomingMessage, { pathname, search }: URL): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    /^\/widget\/[^/]+\/?$/.test(pathname) &&
    search === ""
  );
}

interface Drawn {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** By Node's own request: Node's fetch takes a millisecond or two more, for which every visitor would wait. */
async function fetchDrawn(address: string, asking: IncomingMessage): Promise<Drawn | null> {
  const { method = "GET" } = asking;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const signal = AbortSignal.timeout(DRAWN_WITHIN_MS);
    const headers = only(REQUEST_HEADERS, asking.headers);
    ask(address, { method, headers, signal }, resolve).on("error", reject).end();
  });
  const status = answer.statusCode ?? 502;
  const body = Buffer.concat((await answer.toArray()) as Buffer[]);
  if (status !== 200 && status !== 304) return null;
  return { status, headers: only(PASSED_ON, answer.headers), body };
}

function only(names: string[], headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

function send({ status, headers, body }: Drawn, response: ServerResponse): void {
  if (body.length === 0) response.writeHead(status, headers).end();
  else response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
}
