/** Serves the app's HTTP actions. */
import type { Authenticator } from "../auth/authenticator.ts";
import { refusedIdentity } from "../auth/identity.ts";
import { InvalidToken } from "../auth/invalid-token.ts";
import type { Deployment, HttpRouter } from "../deploy/deployment.ts";
import type { Host } from "../functions/host.ts";
import type { FunctionRunner } from "../functions/runner.ts";
import { currentExecution } from "../functions/execution.ts";
import { failureFrom } from "../functions/failure.ts";
import { failureResponse, withinLimit } from "./action-response.ts";
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
    const { component, router, match } = routed(host.deployment(), pathname, request.method);
    if (router === null) return new Response(NO_HTTP, { status: 404 });
    if (match === null) return new Response("No matching routes found", { status: 404 });
    const [action, method, path] = match;
    const identity = await identityOf(authenticator, request);
    const metadata = runner.newRequest({
      ip: callerAddress(request),
      userAgent: request.headers.get("User-Agent"),
    });
    try {
      return await runner.runHttpAction(
        { component, identity, request: metadata },
        `${method} ${path}`,
        async () => {
          const response: unknown = await action.invokeHttpAction(request);
          if (response instanceof Response) return withinLimit(response, logger(host));
          throw new Error(`The HTTP action ${method} ${path} did not return a Response`);
        },
      );
    } catch (error) {
      onError(error);
      const { requestId } = metadata;
      return failureResponse(failureFrom(error), { requestId, isRedacted });
    }
  };
}

/** Writes into the log of the function that is running, also after its end, while its answer goes out. */
function logger({ clock }: Host): (message: string) => void {
  const log = currentExecution()?.log;
  return (message) =>
    log?.({ level: "ERROR", messages: [message], isTruncated: false, timestamp: clock.now() });
}

type Match = ReturnType<HttpRouter["lookup"]>;

/**
 * The app's own exact path goes first, then the longest prefix of its own or of a mounted component, which
 * sees the path below the prefix: crates/application/src/application_function_runner/http_routing.rs.
 */
function routed({ mounts, httpMounts }: Deployment, pathname: string, method: string) {
  const own = mounts.get("")?.httpRouter ?? null;
  const match = own?.lookup(pathname, method) ?? null;
  const mount = httpMounts.find(({ prefix }) => pathname.startsWith(prefix));
  if (mount === undefined || isExact(match, pathname) || lengthOf(match) > mount.prefix.length) {
    return { component: "", router: own, match };
  }
  const { component, prefix } = mount;
  const router = mounts.get(component)?.httpRouter ?? null;
  return {
    component,
    router,
    match: router?.lookup(pathname.slice(prefix.length - 1), method) ?? null,
  };
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
