/** Everything under the API's own port. */
import type { Host } from "../functions/host.ts";
import type { FunctionRunner } from "../functions/runner.ts";
import { withCors } from "./cors.ts";
import { HttpError, errorResponse } from "./exchange.ts";
import type { Handler } from "./exchange.ts";
import { downloadRoute, uploadRoute } from "./storage-routes.ts";

export interface ApiOptions {
  host: Host;
  runner: FunctionRunner;
  /** Handlers by `METHOD /path`; one that ends in `/*` is for whatever stands there. */
  routes: Record<string, Handler>;
  site: Handler;
}

const VERSION = "local";

export function apiHandler({ host, runner, routes, site }: ApiOptions): Handler {
  const upload = uploadRoute(host, runner);
  const download = downloadRoute(host);

  const route: Handler = async (request) => {
    const { pathname } = new URL(request.url);
    const isRead = request.method === "GET" || request.method === "HEAD";
    const named = `${request.method} ${pathname}`;
    const handler = findRoute(routes, named);
    if (handler !== undefined) return handler(request);
    if (pathname === "/version") return new Response(VERSION);
    if (pathname === "/instance_name") return new Response("local");
    if (pathname === "/api/storage/upload" && request.method === "POST") return upload(request);
    if (pathname.startsWith("/api/storage/") && isRead) return download(request);
    if (pathname.startsWith("/http/")) return site(withoutPrefix(request, "/http"));
    // The CLI tries again after a 404, so what is unknown is a 400.
    throw new HttpError(400, "UnknownRoute", `This backend does not know ${named}.`);
  };

  return withCors(async (request) => {
    try {
      return await route(request);
    } catch (error) {
      if (error instanceof HttpError) return errorResponse(error);
      throw error;
    }
  });
}

function findRoute(routes: ApiOptions["routes"], name: string): Handler | undefined {
  if (Object.hasOwn(routes, name)) return routes[name];
  for (let end = name.lastIndexOf("/"); end > 0; end = name.lastIndexOf("/", end - 1)) {
    const above = `${name.slice(0, end)}/*`;
    if (Object.hasOwn(routes, above)) return routes[above];
  }
  return undefined;
}

function withoutPrefix(request: Request, prefix: string): Request {
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(prefix.length);
  return new Request(url, request);
}
