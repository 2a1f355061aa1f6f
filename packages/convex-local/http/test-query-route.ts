/** Runs a query that comes with the request, for `npx convex run --inline-query`: crates/local_backend/src/dashboard.rs. */
import type { Authenticator } from "../auth/authenticator.ts";
import { InvalidToken } from "../auth/invalid-token.ts";
import { PushError } from "../deploy/push-request.ts";
import type { Push } from "../deploy/push.ts";
import { TEST_QUERY } from "../deploy/test-query.ts";
import type { Host } from "../functions/host.ts";
import { FunctionRunner } from "../functions/runner.ts";
import { isJsonObject } from "../values/json.ts";
import { HttpError, callerAddress } from "./exchange.ts";
import type { Handler } from "./exchange.ts";
import { readJson, toReply } from "./function-routes.ts";

export interface TestQueryOptions {
  host: Host;
  push: Push;
  authenticator: Authenticator;
}

export function testQueryRoute({ host, push, authenticator }: TestQueryOptions): Handler {
  return async (request) => {
    const { adminKey, args, bundle, componentId } = await readJson(request);
    const caller = await authenticator
      .authenticate({ tokenType: "Admin", value: typeof adminKey === "string" ? adminKey : "" })
      .catch((error: unknown) => {
        if (!(error instanceof InvalidToken)) throw error;
        throw new HttpError(error.status, error.code, error.message);
      });
    const { source } = isJsonObject(bundle) ? bundle : {};
    if (typeof source !== "string") {
      throw new HttpError(400, "BadRequest", "`bundle.source` must be a string");
    }
    const component = typeof componentId === "string" ? componentId : "";
    const deployment = await push.withTestQuery({ component, source }).catch((error: unknown) => {
      if (!(error instanceof PushError)) throw error;
      throw new HttpError(400, error.code, error.message);
    });
    const runner = new FunctionRunner({ ...host, deployment: () => deployment });
    const call = {
      component,
      path: TEST_QUERY,
      args: isJsonObject(args) ? args : {},
      identity: null,
      mayCallInternal: true,
      request: runner.newRequest({
        ip: callerAddress(request),
        userAgent: request.headers.get("User-Agent"),
      }),
    };
    const outcome = await runner.runQuery(call);
    host.threads.forget(deployment.program);
    return Response.json(toReply(outcome, call, { caller, isRedacted: false }));
  };
}
