/** What the Convex CLI calls to push code, set variables and follow logs. */
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { JSONValue } from "convex/values";
import { InvalidVariable } from "../deploy/environment.ts";
import type { EnvironmentChange } from "../deploy/environment.ts";
import type { Push } from "../deploy/push.ts";
import { pushIdOf } from "../deploy/push-response.ts";
import { PushError, parsePushRequest } from "../deploy/push-request.ts";
import type { PushRequest } from "../deploy/push-request.ts";
import type { Authenticator } from "../auth/authenticator.ts";
import type { Host } from "../functions/host.ts";
import { isJsonObject } from "../values/json.ts";
import type { JsonObject } from "../values/json.ts";
import { HttpError } from "./exchange.ts";
import type { Handler } from "./exchange.ts";
import { callerOf, parseObject, readJson, requireAdmin } from "./function-routes.ts";
import { dashboardRoutes } from "./dashboard-routes.ts";
import { snapshotRoutes } from "./snapshot-routes.ts";
import type { SnapshotRouteOptions } from "./snapshot-routes.ts";

export interface AdminRouteOptions {
  host: Host;
  push: Push;
  authenticator: Authenticator;
  siteUrl(): string;
  advanceClock(ms: number): void;
  snapshots: SnapshotRouteOptions;
}

const LOG_POLL_MS = 60_000;
const MAX_PUSH_BYTES = 256 * 2 ** 20;

export function adminRoutes(options: AdminRouteOptions): Record<string, Handler> {
  const { host, push, authenticator } = options;
  const streamLogs: Handler = async (request) => {
    const cursor = Number(new URL(request.url).searchParams.get("cursor") ?? 0);
    return Response.json(await host.log.after(cursor, LOG_POLL_MS));
  };
  const routes: Record<string, Handler> = {
    ...snapshotRoutes(options.snapshots),
    ...dashboardRoutes(host),
    "GET /api/v1/get_canonical_urls": async () =>
      Response.json({ convexCloudUrl: host.cloudUrl(), convexSiteUrl: options.siteUrl() }),
    "GET /api/stream_function_logs": streamLogs,
    // The same, but for the logs of actions that still run, which are told here when they are over in both.
    "GET /api/stream_udf_execution": streamLogs,
    // Naming no module makes the CLI send all of them, so that a push never depends on the last one.
    "POST /api/get_config_hashes": async () =>
      Response.json({
        config: { functions: "convex/", authInfo: [] },
        moduleHashes: [],
        nodeDependencies: [],
        udfServerVersion: null,
      }),
    "POST /api/deploy2/evaluate_schema": async () =>
      Response.json({ componentSchemaEvaluations: {}, newComponentDefinitions: [] }),
    "POST /api/deploy2/evaluate_push": async (request) => {
      const { schemaChange } = await push.start(await readPush(request));
      return Response.json({ schemaChange });
    },
    "POST /api/deploy2/start_push": async (request) =>
      Response.json(await push.start(await readPush(request))),
    "POST /api/deploy2/wait_for_schema": async (request) => {
      const { schemaChange } = await readJson(request);
      const problem = push.checkSchema(pushIdOf(schemaChange));
      return Response.json(
        problem === null ? { type: "complete" } : { type: "failed", ...problem },
      );
    },
    "POST /api/deploy2/finish_push": async (request) => {
      const { startPush, dryRun } = await readCompressed(request);
      const { schemaChange } = isJsonObject(startPush) ? startPush : {};
      if (dryRun !== true) await push.finish(pushIdOf(schemaChange));
      return Response.json({
        authDiff: { added: [], removed: [] },
        definitionDiffs: {},
        componentDiffs: {},
      });
    },
    "POST /api/deploy2/report_push_completed": async () => Response.json(null),
    // Not Convex's: it lets a test move time ahead, for everything that shares the clock.
    "POST /api/local/advance_clock": async (request) => {
      const { ms } = await readJson(request);
      if (typeof ms !== "number" || !(ms >= 0)) {
        throw new HttpError(400, "BadRequest", "`ms` must be a number of milliseconds, 0 or more");
      }
      options.advanceClock(ms);
      return Response.json({ now: host.clock.now() });
    },
    "POST /api/update_environment_variables": async (request) => {
      const { changes } = await readJson(request);
      await push.changeVariables(parseChanges(changes));
      return Response.json(null);
    },
  };
  const guard =
    (handler: Handler): Handler =>
    async (request) => {
      requireAdmin(await callerOf(authenticator, request));
      try {
        return await handler(request);
      } catch (error) {
        if (error instanceof PushError) throw new HttpError(400, error.code, error.message);
        if (error instanceof InvalidVariable) {
          throw new HttpError(400, "EnvironmentVariableInvalid", error.message);
        }
        throw error;
      }
    };
  return Object.fromEntries(
    Object.entries(routes).map(([path, handler]) => [path, guard(handler)]),
  );
}

const decompress = promisify(brotliDecompress);

async function readCompressed(request: Request): Promise<JsonObject> {
  if (request.headers.get("Content-Encoding") !== "br") return readJson(request);
  const compressed = Buffer.from(await request.arrayBuffer());
  const body = await decompress(compressed, { maxOutputLength: MAX_PUSH_BYTES }).catch(() => null);
  if (body !== null) return parseObject(body.toString());
  throw new HttpError(
    400,
    "BadCompression",
    `The request's body is not in Brotli, or unpacks to more than ${MAX_PUSH_BYTES} bytes.`,
  );
}

async function readPush(request: Request): Promise<PushRequest> {
  return parsePushRequest(await readCompressed(request));
}

function parseChanges(changes: JSONValue | undefined): EnvironmentChange[] {
  if (!Array.isArray(changes)) throw new HttpError(400, "BadRequest", "`changes` must be a list");
  return changes.map((change) => {
    const { name, value = null } = (change ?? {}) as { name?: unknown; value?: unknown };
    if (typeof name !== "string" || (value !== null && typeof value !== "string")) {
      throw new HttpError(400, "BadRequest", "A change needs a `name` and a `value`");
    }
    return { name, value };
  });
}
