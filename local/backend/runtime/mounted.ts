/** A mounted component, ready to be called. */
import type { AnyFunction } from "./realm-script.ts";
import { ModuleRegistry } from "./modules.ts";
import { nodeGlobals } from "./node-globals.ts";
import type { NodeQuestions } from "./node-globals.ts";
import type { FunctionStart, Part, ProgramMount, RequestStart } from "./protocol.ts";
import type { Realm } from "./realm.ts";

export interface Mounted {
  realm: Realm;
  modules: Part["modules"];
  /** How many calls are under way in it. */
  calls: number;
  invoke(start: FunctionStart): Promise<string>;
  respond(start: RequestStart): Promise<Response>;
}

/** As `convex/server` makes them. */
interface Registered {
  invokeQuery(args: string): Promise<string>;
  invokeMutation(args: string): Promise<string>;
  invokeAction(requestId: string, args: string): Promise<string>;
}

interface Router {
  lookup(path: string, method: string): [{ invokeHttpAction: AnyFunction }, string, string] | null;
}

export function mount(
  part: Part,
  { variables, changesLanguage }: ProgramMount,
  realm: Realm,
  ask: NodeQuestions,
): Mounted {
  const registry = new ModuleRegistry({
    modules: part.modules,
    realm,
    nodeGlobals: () => nodeGlobals(ask, variables),
  });
  for (const [name, { environment }] of changesLanguage ? part.modules : []) {
    if (environment === "isolate" && !name.startsWith("_deps/")) evaluateEarly(registry, name);
  }
  realm.seal();
  return {
    realm,
    modules: part.modules,
    calls: 0,
    async invoke({ path, kind, args, requestId }) {
      const [module = "", name = ""] = path.split(":");
      const registered = registry.require(`${module}.js`)[name] as Registered;
      if (kind === "query") return await registered.invokeQuery(args);
      if (kind === "mutation") return await registered.invokeMutation(args);
      return await registered.invokeAction(requestId, args);
    },
    async respond({ method, path, url, headers, body }) {
      const router = registry.require("http.js").default as Router;
      const [action] = router.lookup(path, method) ?? [];
      if (action === undefined) throw new Error(`There is no route for ${method} ${path}`);
      const request = new Request(url, { method, headers, body });
      const response = realm.toHost(await action.invokeHttpAction(realm.toRealm(request)));
      if (response instanceof Response) return response;
      throw new Error(`The HTTP action ${method} ${path} did not return a Response`);
    },
  };
}

/** Before the realm is sealed. */
function evaluateEarly(registry: ModuleRegistry, name: string): void {
  try {
    registry.require(name);
  } catch {
    // Whoever calls one of its functions is told.
  }
}
