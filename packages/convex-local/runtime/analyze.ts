/** Analyzes a push (components, functions, schemas, routes and cron jobs), and evaluates its auth config. */
import type { JSONValue } from "convex/values";
import { must } from "@hark/stand-in-kit/must";
import { allMounts, mountTree } from "../deploy/mounts.ts";
import { PushError } from "../deploy/push-request.ts";
import { canonicalPath } from "../functions/function-addresses.ts";
import type { ModuleExports } from "../functions/compile.ts";
import { DeveloperError } from "../functions/failure.ts";
import type { JsonObject } from "../values/json.ts";
import { findBadIdentifier } from "../values/identifier.ts";
import type { ValidatorJson } from "../values/validator.ts";
import { ModuleRegistry } from "./modules.ts";
import type {
  Analysis,
  AnalyzedFunction,
  AnalyzedPart,
  Definition,
  Part,
  Variables,
} from "./protocol.ts";
import type { Realm } from "./realm.ts";

type NewRealm = (variables: Variables) => Realm;

/** A registered function as `convex/server` marks it. */
interface Registered {
  isQuery?: boolean;
  isMutation?: boolean;
  isAction?: boolean;
  isPublic?: boolean;
  exportArgs(): string;
  exportReturns(): string;
}

/** A router as `httpRouter()` makes it. */
interface HttpRouter {
  isRouter: true;
  getRoutes(): [string, string, unknown][];
}

const APP: Definition = {
  definitionType: { type: "app" },
  childComponents: [],
  httpMounts: {},
  exports: { type: "branch", branch: [] },
};

// Files with a role of their own, which hold no functions; http.js and crons.js may hold some.
const NOT_FUNCTIONS = new Set(["schema.js", "auth.config.js", "convex.config.js"]);

export function analyze(
  parts: ReadonlyMap<string, Part>,
  variables: Variables,
  newRealm: NewRealm,
): Analysis {
  const definitions = new Map<string, Definition>();
  const ofDefinitions = newRealm(variables);
  const define = (path: string): Definition => {
    const existing = definitions.get(path);
    if (existing !== undefined) return existing;
    const part = must(parts.get(path), `component ${path}`);
    // A definition reads its children's default names, so they are evaluated first.
    const nameOf = (child: string) => define(child).definitionType.name;
    const definition = exportDefinition(part, ofDefinitions, nameOf);
    definitions.set(path, definition);
    return definition;
  };
  define("");
  const mounts = allMounts(mountTree(definitions, variables)).map(
    ({ component, definitionPath, variables: own }) => {
      const part = must(parts.get(definitionPath), `component ${definitionPath}`);
      return [component, analyzedPart(component, part, newRealm(own))] as const;
    },
  );
  return { definitions, mounts: new Map(mounts) };
}

function registryOf(
  modules: Part["modules"],
  realm: Realm,
  provided?: (specifier: string) => ModuleExports | null,
): ModuleRegistry {
  return new ModuleRegistry({ modules, realm, ...(provided && { provided }) });
}

function exportDefinition(
  { definition }: Part,
  realm: Realm,
  nameOf: (definitionPath: string) => string | undefined,
): Definition {
  if (definition === null) return APP;
  const modules = new Map([[definition.path, definition]]);
  const registry = registryOf(modules, realm, (specifier) => childDefinition(specifier, nameOf));
  const exported = registry.require(definition.path).default as { export(): Definition };
  return plain(exported.export()) as unknown as Definition;
}

/** Definition bundles import their children by a name that carries the child's path. */
function childDefinition(
  specifier: string,
  nameOf: (definitionPath: string) => string | undefined,
): ModuleExports | null {
  const [, encoded] = /_componentDeps\/([^/]+?)(?:\.js)?$/.exec(specifier) ?? [];
  if (encoded === undefined) return null;
  const componentDefinitionPath = Buffer.from(encoded, "base64url").toString();
  const defaultName = nameOf(componentDefinitionPath);
  return { __esModule: true, default: { componentDefinitionPath, defaultName } };
}

function analyzedPart(component: string, part: Part, realm: Realm): AnalyzedPart {
  const registry = registryOf(part.modules, realm);
  const names = [...part.modules.keys()].filter((name) => !name.startsWith("_deps/"));
  try {
    const functions = functionsOf(registry, part, names);
    return {
      functions,
      schema: schemaOf(part, realm),
      crons: names.includes("crons.js") ? cronsOf(registry) : {},
      routes: names.includes("http.js") ? routesOf(registry) : null,
    };
  } catch (error) {
    if (error instanceof PushError) throw error;
    const where = component === "" ? "" : ` of component ${component}`;
    throw new PushError(
      "InvalidModules",
      `Failed to analyze the functions${where}: ${(error as Error).message}`,
    );
  }
}

function functionsOf(
  registry: ModuleRegistry,
  { modules }: Part,
  names: readonly string[],
): Map<string, AnalyzedFunction> {
  const functions = new Map<string, AnalyzedFunction>();
  for (const name of names) {
    if (NOT_FUNCTIONS.has(name)) continue;
    const isNode = modules.get(name)?.environment === "node";
    for (const [exported, value] of Object.entries(registry.require(name))) {
      const type = typeOf(value);
      if (type === null) continue;
      requireName(name, exported);
      const registered = value as Registered;
      functions.set(canonicalPath(`${name}:${exported}`), {
        type,
        isPublic: registered.isPublic === true,
        isNode,
        args: JSON.parse(registered.exportArgs()) as ValidatorJson,
        returns: JSON.parse(registered.exportReturns()) as ValidatorJson | null,
      });
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

function typeOf(value: unknown): AnalyzedFunction["type"] | null {
  if (typeof value !== "function") return null;
  const { isQuery, isMutation, isAction } = value as unknown as Registered;
  if (isQuery === true) return "query";
  if (isMutation === true) return "mutation";
  return isAction === true ? "action" : null;
}

function schemaOf({ schema }: Part, realm: Realm): JsonObject | null {
  if (schema === null) return null;
  const registry = registryOf(new Map([[schema.path, schema]]), realm);
  const exported = registry.require(schema.path).default as { export(): string };
  return JSON.parse(exported.export()) as JsonObject;
}

function routesOf(registry: ModuleRegistry): [string, string][] {
  const router = registry.require("http.js").default as Partial<HttpRouter> | undefined;
  if (router?.isRouter !== true) {
    throw new DeveloperError(
      "The default export of convex/http must be a router made by httpRouter().",
    );
  }
  return Array.from((router as HttpRouter).getRoutes(), ([path, method]) => [path, method]);
}

function cronsOf(registry: ModuleRegistry): JsonObject {
  const crons = registry.require("crons.js").default as { isCrons?: boolean; export(): string };
  if (crons.isCrons !== true) {
    throw new DeveloperError("The default export of convex/crons must be made by cronJobs().");
  }
  return JSON.parse(crons.export()) as JsonObject;
}

/** `modules` are the app's. Null if it has no auth config. */
export function evaluateAuthConfig(
  modules: Part["modules"],
  variables: Variables,
  newRealm: NewRealm,
): JSONValue {
  if (!modules.has("auth.config.js")) return null;
  let missing: string | undefined;
  // Libraries test whether a variable exists with `in`.
  const watched = new Proxy(variables, {
    getOwnPropertyDescriptor: (known, name) => {
      const found = Reflect.getOwnPropertyDescriptor(known, name);
      if (found === undefined && typeof name === "string") missing ??= name;
      return found;
    },
  });
  const config = registryOf(modules, newRealm(watched)).require("auth.config.js").default;
  if (missing !== undefined) {
    throw new PushError(
      "AuthConfigMissingEnvironmentVariable",
      `Environment variable ${missing} is used in auth config file but its value was not set`,
    );
  }
  return plain(config);
}

/** Copies data, so that only plain values cross to the other thread. */
function plain(value: unknown): JSONValue {
  return JSON.parse(JSON.stringify(value)) as JSONValue;
}
