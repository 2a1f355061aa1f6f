/** Serves the app's HTTP actions. */
import type { HttpRouter, RoutableMethod } from "convex/server";
import type { Authenticator } from "../auth/authenticator.ts";
import { refusedIdentity } from "../auth/identity.ts";
import { InvalidToken } from "../auth/invalid-token.ts";
import type { Deployment } from "../deploy/deployment.ts";
import type { Host } from "../functions/host.ts";
import type { FunctionRunner } from "../functions/runner.ts";
import { failureFrom } from "../functions/failure.ts";
import { failureResponse } from "./action-response.ts";
import { callerAddress } from "./exchange.ts";
import type { Handler } from "./exchange.ts";

export interface SiteOptions {
  host: Host;
  runner: FunctionRunner;
  authenticator: Authenticator;
  /** Whether callers are kept from the text of errors. */
  isRedacted: boolean;
  onError: (error: unknown) => void;
}

const NO_HTTP = "This Convex deployment does not have HTTP actions enabled.";

export function siteHandler(options: SiteOptions): Handler {
  const { host, runner, authenticator, isRedacted, onError } = options;
  return async (request) => {
    const { pathname } = new URL(request.url);
    const method = request.method as RoutableMethod;
    const { component, router, match, path } = routed(host.deployment(), pathname, method);
    if (router === null) return new Response(NO_HTTP, { status: 404 });
    if (match === null) return new Response("No matching routes found", { status: 404 });
    const [, routeMethod, routePath] = match;
    const identity = await identityOf(authenticator, request);
    const metadata = runner.newRequest({
      ip: callerAddress(request),
      userAgent: request.headers.get("User-Agent"),
    });
    try {
      return await runner.runHttpAction(
        { component, identity, request: metadata },
        `${routeMethod} ${routePath}`,
        {
          method: request.method,
          path,
          url: request.url,
          headers: [...request.headers],
          body: request.body === null ? null : new Uint8Array(await request.arrayBuffer()),
        },
      );
    } catch (error) {
      onError(error);
      const { requestId } = metadata;
      return failureResponse(failureFrom(error), { requestId, isRedacted });
    }
  };
}

type Match = ReturnType<HttpRouter["lookup"]>;

/**
 * The app's own exact path goes first, then the longest prefix of its own or of a mounted component, which
 * sees the path below the prefix: crates/application/src/application_function_runner/http_routing.rs.
 */
function routed({ mounts, httpMounts }: Deployment, pathname: string, method: RoutableMethod) {
  const own = mounts.get("")?.httpRouter ?? null;
  const match = own?.lookup(pathname, method) ?? null;
  const mount = httpMounts.find(({ prefix }) => pathname.startsWith(prefix));
  if (mount === undefined || isExact(match, pathname) || lengthOf(match) > mount.prefix.length) {
    return { component: "", router: own, match, path: pathname };
  }
  const { component, prefix } = mount;
  const router = mounts.get(component)?.httpRouter ?? null;
  const path = pathname.slice(prefix.length - 1);
  return { component, router, match: router?.lookup(path, method) ?? null, path };
}

function isExact(match: Match, pathname: string): boolean {
  return match?.[2] === pathname;
}

/** Of a matched prefix, which the router writes with a star at its end. */
function lengthOf(match: Match): number {
  return match === null ? 0 : match[2].length - 1;
}

/**
 * HTTP actions may use other kinds of credentials, so a header that is not for us is no error as long
 * as nobody asks for the identity: get-convex/convex-backend, crates/local_backend/src/http_actions.rs.
 */
async function identityOf(authenticator: Authenticator, request: Request) {
  try {
    const header = request.headers.get("Authorization") ?? undefined;
    return (await authenticator.authenticateHeader(header)).identity;
  } catch (error) {
    if (error instanceof InvalidToken) return refusedIdentity(error.message);
    throw error;
  }
}
