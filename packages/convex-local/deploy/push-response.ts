/** The answer to `start_push`, in the shape that the CLI and its code generator read. */
import type { JsonObject } from "../values/json.ts";
import type { JSONValue } from "convex/values";
import type { IndexDefinition } from "../engine/catalog.ts";
import type { Deployment, FunctionType, Mount, Schema } from "./deployment.ts";
import type { Definition } from "../runtime/protocol.ts";
import type { DeployablePush } from "./evaluate.ts";
import type { MountedComponent } from "./mounts.ts";
import type { AuthProvider } from "../auth/providers.ts";
import { PushError } from "./push-request.ts";

const UDF_TYPE: Record<FunctionType, string> = {
  query: "Query",
  mutation: "Mutation",
  action: "Action",
};

export function startPushResponse(
  { analysis: { definitions }, deployment, tree }: DeployablePush,
  { pushId, live }: { pushId: string; live: Deployment },
): JsonObject {
  const analysis: JsonObject = {};
  for (const [path, definition] of definitions) {
    const mount = [...deployment.mounts.values()].find((one) => one.definitionPath === path);
    analysis[path] = analysisOf(path, definition, mount);
  }
  return {
    environmentVariables: {},
    externalDepsId: null,
    componentDefinitionPackages: {},
    appAuth: deployment.authProviders.map(authInfo),
    analysis,
    app: checkedComponent(tree, deployment),
    schemaChange: {
      allocatedComponentIds: {},
      schemaIds: { pushId },
      indexDiffs: indexDiffs(deployment, live),
    },
  };
}

/** The push that a response belongs to: the CLI sends it back unchanged. */
export function pushIdOf(schemaChange: JSONValue | undefined): string {
  const { schemaIds } = (schemaChange ?? {}) as { schemaIds?: { pushId?: string } };
  if (typeof schemaIds?.pushId !== "string") {
    throw new PushError("InvalidPush", "The request names no push: start_push answers with one.");
  }
  return schemaIds.pushId;
}

function analysisOf(path: string, definition: Definition, mount: Mount | undefined): JsonObject {
  const { definitionType, childComponents, httpMounts, exports, envVars } = definition;
  return {
    definition: {
      path,
      definitionType,
      childComponents: childComponents as unknown as JSONValue,
      httpMounts,
      exports,
      ...(envVars === undefined ? {} : { envVars }),
    },
    schema: mount?.schema?.exported ?? null,
    udfConfig: {
      serverVersion: "1.0.0",
      importPhaseRngSeed: { $bytes: "" },
      importPhaseUnixTimestamp: { $integer: "AAAAAAAAAAA=" },
    },
    functions: mount === undefined ? {} : analyzedModules(mount),
  };
}

function analyzedModules({ functions, httpRouter }: Mount): JsonObject {
  const modules: Record<string, JSONValue[]> = {};
  for (const [path, { type, isPublic, args, returns }] of functions) {
    const [module = "", name = ""] = path.split(":");
    const list = (modules[`${module}.js`] ??= []);
    list.push({
      name,
      pos: null,
      udfType: UDF_TYPE[type],
      visibility: { kind: isPublic ? "public" : "internal" },
      args: JSON.stringify(args),
      returns: JSON.stringify(returns),
    });
  }
  if (httpRouter !== null) modules["http.js"] ??= [];
  return Object.fromEntries(
    Object.entries(modules).map(([path, list]) => [
      path,
      { functions: list, httpRoutes: null, cronSpecs: null, sourceMapped: null },
    ]),
  );
}

function checkedComponent(
  { component, definitionPath, children }: MountedComponent,
  deployment: Deployment,
): JsonObject {
  const router = deployment.mounts.get(component)?.httpRouter ?? null;
  const routes = router?.getRoutes().map(([path, method]) => ({ path, method })) ?? null;
  return {
    definitionPath,
    componentPath: component,
    args: {},
    childComponents: Object.fromEntries(
      Object.entries(children).map(([name, child]) => [name, checkedComponent(child, deployment)]),
    ),
    httpRoutes: { httpModuleRoutes: routes, mounts: [] },
    exports: {},
  };
}

function indexDiffs(next: Deployment, live: Deployment): JsonObject {
  const diffs: JsonObject = {};
  for (const [component, { schema }] of next.mounts) {
    const before = describedIndexes(live.mounts.get(component)?.schema ?? null);
    const after = describedIndexes(schema);
    const without = (all: Map<string, JsonObject>, others: Map<string, JsonObject>) =>
      [...all].filter(([name]) => !others.has(name)).map(([, described]) => described);
    diffs[component] = {
      added_indexes: without(after, before),
      removed_indexes: without(before, after),
    };
  }
  return diffs;
}

function describedIndexes(schema: Schema | null): Map<string, JsonObject> {
  const described = [...(schema?.tables ?? [])].flatMap(([table, { indexes }]) =>
    indexes.map((index) => [`${table}.${index.name}`, describeIndex(table, index)] as const),
  );
  return new Map(described);
}

function describeIndex(table: string, index: IndexDefinition): JsonObject {
  const { kind, fields } = index;
  const name = `${table}.${index.name}`;
  const [field = ""] = fields;
  const filterFields = [...index.filterFields];
  switch (kind) {
    case "database":
      return { name, type: "database", fields: fields.slice(0, -1) };
    case "search":
      return { name, type: "search", searchField: field, filterFields };
  }
}

function authInfo(provider: AuthProvider): JsonObject {
  if (provider.type === "oidc") {
    return { applicationID: provider.applicationID, domain: provider.domain };
  }
  return { ...provider };
}
