/** Serves the talk button's page, which the functions render, on the app's own origin. */
import { request as httpRequest } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "@hark/stand-in-kit/front-door";

/** After this time the visitor gets the fallback page, which looks up its assistant itself. */
export const WIDGET_PAGE_TIMEOUT_MS = 2_000;

/** No other header is forwarded to the functions: the page is the same for every visitor. */
const REQUEST_HEADERS = ["if-none-match"];

/** The headers of the functions' response that reach the browser. */
export const FORWARDED_HEADERS = [
  "cache-control",
  "content-security-policy",
  "content-type",
  "etag",
  "permissions-policy",
  "referrer-policy",
  "x-content-type-options",
];

/** A request with a query string, such as `testing`, and a failed one get the fallback page. */
export function proxyWidgetPages(
  siteUrl: string,
  fallback: RequestHandler,
  { timeoutMs = WIDGET_PAGE_TIMEOUT_MS }: { timeoutMs?: number | undefined } = {},
): RequestHandler {
  return (request, response, url) => {
    if (!isWidgetPageRequest(request, url)) return fallback(request, response, url);
    void fetchWidgetPage(siteUrl + url.pathname, request, timeoutMs)
      .catch(() => null)
      .then((page) => {
        if (page === null) fallback(request, response, url);
        else send(page, response);
      });
  };
}

function isWidgetPageRequest({ method }: IncomingMessage, { pathname, search }: URL): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    /^\/widget\/[^/]+\/?$/.test(pathname) &&
    search === ""
  );
}

interface WidgetPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Uses `http.request`, because Node's `fetch` takes a millisecond or two more, which every visitor would wait. */
async function fetchWidgetPage(
  address: string,
  request: IncomingMessage,
  timeoutMs: number,
): Promise<WidgetPage | null> {
  const { method = "GET" } = request;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = pickHeaders(REQUEST_HEADERS, request.headers);
    httpRequest(address, { method, headers, signal }, resolve).on("error", reject).end();
  });
  const status = answer.statusCode ?? 502;
  const body = Buffer.concat((await answer.toArray()) as Buffer[]);
  if (status !== 200 && status !== 304) return null;
  return { status, headers: pickHeaders(FORWARDED_HEADERS, answer.headers), body };
}

function pickHeaders(names: string[], headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

function send({ status, headers, body }: WidgetPage, response: ServerResponse): void {
  if (body.length === 0) response.writeHead(status, headers).end();
  else response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
}
