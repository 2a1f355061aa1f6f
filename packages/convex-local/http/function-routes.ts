/** `POST /api/query`, `/api/mutation`, `/api/action` and their relatives. */
import type { JSONValue } from "convex/values";
import { isLoopbackOrigin } from "@hark/stand-in-kit/loopback";
import { InvalidToken } from "../auth/invalid-token.ts";
import type { Authenticator, Caller } from "../auth/authenticator.ts";
import type { FunctionType } from "../deploy/deployment.ts";
import { canonicalPath } from "../functions/function-addresses.ts";
import { DeveloperError, clientMessage, failureFrom } from "../functions/failure.ts";
import { toClientLogLine } from "../functions/function-log.ts";
import type { Host } from "../functions/host.ts";
import type { Call, Outcome } from "../functions/runner.ts";
import { isSystemPath, systemFunctionType } from "../system/run-system.ts";
import type { Functions } from "../system/run-system.ts";
import { encodeTimestamp } from "../sync/messages.ts";
import { isJsonObject } from "../values/json.ts";
import type { JsonObject } from "../values/json.ts";
import { HttpError, callerAddress } from "./exchange.ts";
import type { Handler } from "./exchange.ts";

export type FunctionRoutes = Record<string, Handler>;

export interface FunctionRouteOptions {
  host: Host;
  runner: Functions;
  authenticator: Authenticator;
  isRedacted: boolean;
}

// Upstream bounds a batch by the size of its request alone (16 MiB, some 200,000 queries). One process
// that is everybody's backend cannot spend a minute on one request, and no official client sends any.
const MOST_QUERIES = 1_000;

const FORMATS = new Set(["convex_encoded_json", "json"]);

export function functionRoutes(options: FunctionRouteOptions): FunctionRoutes {
  const { host, runner, authenticator } = options;

  const run =
    (type: FunctionType): Handler =>
    async (request) => {
      const caller = await callerOf(authenticator, request);
      const call = toCall(runner, request, caller, await readJson(request));
      refuseStrangers(caller, call, type);
      const outcome = await runner.call(type, call);
      return Response.json(toReply(outcome, call, { ...options, caller }));
    };

  /** Of whatever type it is: crates/application/src/lib.rs `any_udf`. */
  const runAny = async (caller: Caller, call: Call): Promise<Response> => {
    refuseStrangers(caller, call, "query");
    const deployed = host.deployment().mounts.get(call.component)?.functions.get(call.path);
    const isOpen = deployed !== undefined && (deployed.isPublic || call.mayCallInternal);
    const type = isSystemPath(call.path)
      ? (systemFunctionType(call.path) ?? "query")
      : isOpen
        ? deployed.type
        : null;
    const outcome = type === null ? notFound(call) : await runner.call(type, call);
    return Response.json(toReply(outcome, call, { ...options, caller }));
  };

  return {
    "POST /api/query": run("query"),
    "POST /api/mutation": run("mutation"),
    "POST /api/action": run("action"),
    // This alone knows components, and is for admins alone: crates/local_backend/src/args_structs.rs.
    "POST /api/function": async (request) => {
      const caller = await callerOf(authenticator, request);
      requireAdmin(caller);
      const body = await readJson(request);
      const { componentPath } = body;
      const component = typeof componentPath === "string" ? componentPath : "";
      return runAny(caller, toCall(runner, request, caller, body, component));
    },
    // crates/local_backend/src/public_api.rs `public_function_post_with_path`.
    "POST /api/run/*": async (request) => {
      const caller = await callerOf(authenticator, request);
      const path = pathInAddress(new URL(request.url));
      const body = { format: "json", ...(await readJson(request)), path };
      return runAny(caller, toCall(runner, request, caller, body));
    },
    "GET /api/query": async (request) => {
      const { searchParams } = new URL(request.url);
      const body = { path: searchParams.get("path"), args: searchParams.get("args") };
      const args = parseJson(body.args ?? "{}", "`args`");
      const caller = await callerOf(authenticator, request);
      const call = toCall(runner, request, caller, { path: body.path ?? "", args });
      refuseStrangers(caller, call, "query");
      const outcome = await runner.call("query", call);
      return Response.json(toReply(outcome, call, { ...options, caller }));
    },
    "POST /api/query_batch": async (request) => {
      const caller = await callerOf(authenticator, request);
      const { queries } = await readJson(request);
      if (!Array.isArray(queries))
        throw new HttpError(400, "BadRequest", "`queries` must be a list");
      if (queries.length > MOST_QUERIES) {
        throw new HttpError(
          400,
          "TooManyQueries",
          `A batch holds at most 1,000 queries, not ${queries.length}: send the rest in another one.`,
        );
      }
      const calls = queries.map((query) =>
        toCall(runner, request, caller, isJsonObject(query) ? query : {}),
      );
      for (const call of calls) refuseStrangers(caller, call, "query");
      const results: JsonObject[] = [];
      // One after the other, as upstream, so that other callers get their turn between them.
      for (const call of calls) {
        results.push(toReply(await runner.call("query", call), call, { ...options, caller }));
      }
      return Response.json({ results });
    },
    "POST /api/query_ts": async () =>
      Response.json({ ts: encodeTimestamp(host.database.latest()) }),
    "POST /api/query_at_ts": run("query"),
  };
}

/** `messages/list` stands for `messages:list`. */
function pathInAddress({ pathname }: URL): string {
  const parts = pathname.split("/").slice(3).map(decoded);
  const name = parts.pop();
  if (name === undefined || parts.length === 0) throw missingIdentifier();
  return `${parts.join("/")}:${name}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw missingIdentifier();
  }
}

function missingIdentifier(): HttpError {
  const message = "Path or function name not provided in path, e.g. /api/run/messages/list";
  return new HttpError(400, "MissingIdentifier", message);
}

function notFound({ path }: Call): Outcome {
  const message = `Could not find function for '${path}'. Did you forget to run \`npx convex dev\`?`;
  return { ok: false, thrown: new DeveloperError(message), logLines: [] };
}

export async function callerOf(authenticator: Authenticator, request: Request): Promise<Caller> {
  const caller = await authenticated(authenticator, request);
  const origin = request.headers.get("Origin");
  if (caller.kind !== "admin" || origin === null || isLoopbackOrigin(origin)) return caller;
  throw new HttpError(
    403,
    "ForeignOrigin",
    `The admin key is not taken from pages of ${origin}: only from pages of this machine.`,
  );
}

async function authenticated(authenticator: Authenticator, request: Request): Promise<Caller> {
  try {
    return await authenticator.authenticateHeader(
      request.headers.get("Authorization") ?? undefined,
    );
  } catch (error) {
    if (!(error instanceof InvalidToken)) throw error;
    throw new HttpError(error.status, error.code, error.message);
  }
}

export function requireAdmin({ kind }: Caller): void {
  if (kind === "admin") return;
  throw new HttpError(
    403,
    "BadDeployKey",
    "The provided deploy key was invalid for this deployment.",
  );
}

export async function readJson(request: Request): Promise<JsonObject> {
  return parseObject(Buffer.from(await request.arrayBuffer()).toString());
}

export function parseObject(text: string): JsonObject {
  const body = parseJson(text, "The request's body");
  if (!isJsonObject(body))
    throw new HttpError(400, "BadJsonBody", "The request's body is not an object.");
  return body;
}

/** crates/database/src/database.rs, unauthorized_error */
function refuseStrangers({ kind }: Caller, { path }: Call, type: FunctionType): void {
  if (!isSystemPath(path) || kind === "admin") return;
  throw new HttpError(403, "SystemIdentityRequired", `Operation ${type} not permitted`);
}

function parseJson(text: string, what: string): JSONValue {
  let value: JSONValue;
  try {
    value = JSON.parse(text) as JSONValue;
  } catch {
    throw new HttpError(400, "BadJsonBody", `${what} is not JSON.`);
  }
  if (isDeeper(value, DEEPEST_JSON)) {
    throw new HttpError(400, "BadJsonBody", `${what} is nested too deeply.`);
  }
  return value;
}

/** serde_json's own limit, which crates/common/src/http/extract.rs `Json` answers in this way. */
const DEEPEST_JSON = 127;

function isDeeper(value: JSONValue, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1));
}

function toCall(
  runner: Functions,
  request: Request,
  caller: Caller,
  { path, args, format = "convex_encoded_json" }: JsonObject,
  component = "",
): Call {
  if (typeof path !== "string") throw new HttpError(400, "BadRequest", "`path` must be a string");
  if (typeof format !== "string" || !FORMATS.has(format)) {
    throw new HttpError(400, "BadRequest", `Unknown format ${JSON.stringify(format)}`);
  }
  const fields = Array.isArray(args) ? (args[0] ?? {}) : (args ?? {});
  if (!isJsonObject(fields)) throw new HttpError(400, "BadRequest", "`args` must be an object");
  return {
    component,
    path: canonicalPath(path),
    args: fields,
    identity: caller.identity,
    mayCallInternal: caller.kind === "admin",
    request: runner.newRequest({
      ip: callerAddress(request),
      userAgent: request.headers.get("User-Agent"),
      authToken: caller.identity?.token ?? null,
    }),
  };
}

export function toReply(
  outcome: Outcome,
  { request }: Call,
  { isRedacted, caller }: { isRedacted: boolean; caller: Caller },
): JsonObject {
  const hidesDetails = isRedacted && caller.kind !== "admin";
  const logLines = hidesDetails ? [] : outcome.logLines.map(toClientLogLine);
  if (outcome.ok) {
    return { status: "success", value: JSON.parse(outcome.value) as JSONValue, logLines };
  }
  const failure = failureFrom(outcome.thrown);
  const errorMessage = clientMessage(failure, {
    requestId: request.requestId,
    isRedacted: hidesDetails,
  });
  return {
    status: "error",
    errorMessage,
    ...(failure.data === undefined ? {} : { errorData: failure.data }),
    logLines,
  };
}
