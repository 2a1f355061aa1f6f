/** The talk button's finished page comes from the functions, on the app's own address. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "../front-door.ts";

/** So long a visitor waits for them before the page comes that looks up its assistant by itself. */
export const DRAWN_WITHIN_MS = 2_000;

/** Of the browser's question: what it has already, and on which website it asks. */
export const PASSED_THERE = ["if-none-match", "referer"];

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

async function fetchDrawn(address: string, { method, headers }: IncomingMessage) {
  const asked = PASSED_THERE.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
  const answer = await fetch(address, {
    method: method ?? "GET",
    headers: Object.fromEntries(asked),
    redirect: "manual",
    signal: AbortSignal.timeout(DRAWN_WITHIN_MS),
  });
  if (answer.status !== 200 && answer.status !== 304) return null;
  const passedOn = PASSED_ON.flatMap((name): [string, string][] => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const body = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: Object.fromEntries(passedOn), body };
}

function send({ status, headers, body }: Drawn, response: ServerResponse): void {
  if (status === 304) response.writeHead(status, headers).end();
  else response.writeHead(status, headers).end(body);
}
