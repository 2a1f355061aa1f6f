/** Finds what a component's modules export: functions, routes, crons. */
import { DeveloperError } from "../functions/failure.ts";
import type { ModuleRegistry } from "../functions/module-registry.ts";
import type { JsonObject } from "../values/json.ts";
import { findBadIdentifier } from "../values/identifier.ts";
import type { ValidatorJson } from "../values/validator.ts";
import { canonicalPath } from "../functions/addresses.ts";
import { PushError } from "./push-request.ts";
import type {
  CronSchedule,
  CronSpec,
  DeployedFunction,
  FunctionType,
  HttpRouter,
} from "./deployment.ts";

/** A registered function as `convex/server` marks it. */
interface Registered {
  isQuery?: boolean;
  isMutation?: boolean;
  isAction?: boolean;
  isPublic?: boolean;
  isInternal?: boolean;
  exportArgs(): string;
  exportReturns(): string;
  invokeQuery(args: string): Promise<string>;
  invokeMutation(args: string): Promise<string>;
  invokeAction(requestId: string, args: string): Promise<string>;
}

// Files with a role of their own, which hold no functions; http.js and crons.js may hold some.
const NOT_FUNCTIONS = new Set(["schema.js", "auth.config.js", "convex.config.js"]);

export function functionsOf(
  registry: ModuleRegistry,
  names: readonly string[],
): Map<string, DeployedFunction> {
  const functions = new Map<string, DeployedFunction>();
  for (const name of names) {
    if (NOT_FUNCTIONS.has(name)) continue;
    for (const [exported, value] of Object.entries(registry.require(name))) {
      const type = typeOf(value);
      if (type === null) continue;
      requireName(name, exported);
      functions.set(canonicalPath(`${name}:${exported}`), toFunction(value as Registered, type));
    }
  }
  return functions;
}

/** crates/model/src/modules/module_versions.rs `invalid_function_name_error`. */
function requireName(module: string, exported: string): void {
  const wrong = findBadIdentifier(exported);
  if (wrong === null) return;
  throw new PushError(
    "InvalidFunctionName",
    `Invalid function name used in \`${module}\`: ${wrong}`,
  );
}

function typeOf(value: unknown): FunctionType | null {
  if (typeof value !== "function") return null;
  const { isQuery, isMutation, isAction } = value as unknown as Registered;
  if (isQuery === true) return "query";
  if (isMutation === true) return "mutation";
  return isAction === true ? "action" : null;
}

function toFunction(registered: Registered, type: FunctionType): DeployedFunction {
  const invoke: DeployedFunction["invoke"] = ({ request }, args) => {
    switch (type) {
      case "query":
        return registered.invokeQuery(args);
      case "mutation":
        return registered.invokeMutation(args);
      case "action":
        return registered.invokeAction(request.requestId, args);
    }
  };
  return {
    type,
    isPublic: registered.isPublic === true,
    args: JSON.parse(registered.exportArgs()) as ValidatorJson,
    returns: JSON.parse(registered.exportReturns()) as ValidatorJson | null,
    invoke,
  };
}

export function routerOf(registry: ModuleRegistry): HttpRouter {
  const router = registry.require("http.js").default as Partial<HttpRouter> | undefined;
  if (router?.isRouter !== true) {
    throw new DeveloperError(
      "The default export of convex/http must be a router made by httpRouter().",
    );
  }
  return router as HttpRouter;
}

export function cronsOf(registry: ModuleRegistry): CronSpec[] {
  const crons = registry.require("crons.js").default as { isCrons?: boolean; export(): string };
  if (crons.isCrons !== true) {
    throw new DeveloperError("The default export of convex/crons must be made by cronJobs().");
  }
  const jobs = JSON.parse(crons.export()) as Record<
    string,
    { name: string; args: JsonObject[]; schedule: CronSchedule }
  >;
  return Object.entries(jobs).map(([name, job]) => ({
    name,
    path: canonicalPath(job.name),
    args: job.args[0] ?? {},
    schedule: job.schedule,
  }));
}
