/** Serves the app's HTTP actions. */
import type { Authenticator } from "../auth/authenticator.ts";
import { refusedIdentity } from "../auth/identity.ts";
import { InvalidToken } from "../auth/invalid-token.ts";
import type { Deployment } from "../deploy/deployment.ts";
import type { Host } from "../functions/host.ts";
import type { FunctionRunner } from "../functions/runner.ts";
import { HttpError, callerAddress } from "./exchange.ts";
import type { Handler } from "./exchange.ts";

export interface SiteOptions {
  host: Host;
  runner: FunctionRunner;
  authenticator: Authenticator;
  onError: (error: unknown) => void;
}

export function siteHandler({ host, runner, authenticator, onError }: SiteOptions): Handler {
  return async (request) => {
    const { component, path: pathname } = routedTo(host.deployment(), request);
    const router = host.deployment().mounts.get(component)?.httpRouter;
    const match = router?.lookup(pathname, request.method) ?? null;
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
          if (response instanceof Response) return response;
          throw new Error(`The HTTP action ${method} ${path} did not return a Response`);
        },
      );
    } catch (error) {
      onError(error);
      throw new HttpError(
        500,
        "InternalServerError",
        "Your request couldn't be completed. Try again later.",
      );
    }
  };
}

/** A component sees the path below the prefix that it is mounted at. */
function routedTo({ httpMounts }: Deployment, request: Request) {
  const { pathname } = new URL(request.url);
  const mount = httpMounts.find(({ prefix }) => pathname.startsWith(prefix));
  if (mount === undefined) return { component: "", path: pathname };
  return { component: mount.component, path: pathname.slice(mount.prefix.length - 1) };
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
