import { v } from "convex/values";
import type { JSONValue } from "convex/values";
import type { FunctionType, Mount } from "../deploy/deployment.ts";
import { canonicalPath } from "../functions/addresses.ts";
import { inComponent, systemQuery } from "./system-function.ts";
import type { SystemContext, SystemModule } from "./system-function.ts";

const TYPE_NAME: Record<FunctionType, string> = {
  query: "Query",
  mutation: "Mutation",
  action: "Action",
};

export const modules: SystemModule = {
  "_system/cli/modules:apiSpec": systemQuery(inComponent, (context) => {
    const mount = mountOf(context);
    if (mount === undefined) return [];
    const functions = [...mount.functions].map(([path, { type, isPublic, args, returns }]) => ({
      identifier: path.replace(":", ".js:"),
      functionType: TYPE_NAME[type],
      visibility: visibilityOf(isPublic),
      args: args as unknown as JSONValue,
      returns: (returns ?? { type: "any" }) as unknown as JSONValue,
    }));
    const routes = routesOf(mount).map(([path, method]) => ({
      functionType: "HttpAction",
      method,
      path,
    }));
    return [...functions, ...routes];
  }),
  "_system/frontend/modules:list": systemQuery(inComponent, (context) => {
    const mount = mountOf(context);
    return mount === undefined ? [] : listOf(mount);
  }),
  "_system/frontend/modules:listForAllComponents": systemQuery({}, ({ host }) =>
    [...host.deployment().mounts.values()].map((mount) => [
      mount.component === "" ? null : mount.component,
      listOf(mount),
    ]),
  ),
  "_system/frontend/modules:argsValidator": systemQuery(
    { ...inComponent, function: v.string() },
    (context, args) => {
      const found = mountOf(context)?.functions.get(canonicalPath(args.function as string));
      return found === undefined ? null : JSON.stringify(found.args);
    },
  ),
};

function mountOf({ host, component }: SystemContext): Mount | undefined {
  return host.deployment().mounts.get(component);
}

function routesOf({ httpRouter }: Mount): [path: string, method: string][] {
  return httpRouter?.getRoutes().map(([path, method]) => [path, method]) ?? [];
}

/** Each module with its functions, among which routes and cron jobs count. */
function listOf(mount: Mount): JSONValue[] {
  const listed = new Map<string, JSONValue[]>();
  const add = (module: string, entry: JSONValue) => {
    listed.set(module, [...(listed.get(module) ?? []), entry]);
  };
  for (const [path, { type, isPublic }] of mount.functions) {
    const [module = "", name = ""] = path.split(":");
    add(`${module}.js`, { name, udfType: TYPE_NAME[type], visibility: visibilityOf(isPublic) });
  }
  for (const [path, method] of routesOf(mount)) {
    const visibility = visibilityOf(true);
    add("http.js", { name: `${method} ${path}`, udfType: "HttpAction", visibility });
  }
  return [...listed].map(([module, functions]) => [
    module,
    // Whoever shows source code asks for it by this; none is kept here.
    { functions, sourcePackageId: "" },
  ]);
}

function visibilityOf(isPublic: boolean) {
  return { kind: isPublic ? "public" : "internal" };
}
