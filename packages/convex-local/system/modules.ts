import type { JSONValue } from "convex/values";
import type { FunctionType, Mount } from "../deploy/deployment.ts";
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
};

function mountOf({ host, component }: SystemContext): Mount | undefined {
  return host.deployment().mounts.get(component);
}

function routesOf({ httpRouter }: Mount): [path: string, method: string][] {
  return httpRouter?.getRoutes().map(([path, method]) => [path, method]) ?? [];
}

function visibilityOf(isPublic: boolean) {
  return { kind: isPublic ? "public" : "internal" };
}
