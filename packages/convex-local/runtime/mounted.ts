/** A mounted component, ready to be called. */
import type { AnyFunction } from "./realm-script.ts";
import { ModuleRegistry } from "./modules.ts";
import { nodeGlobals } from "./node-globals.ts";
import type { NodeQuestions } from "./node-globals.ts";
import type { ComponentPath } from "../engine/catalog.ts";
import type { FunctionStart, Part, RequestStart, Variables } from "./protocol.ts";
import type { Realm } from "./realm.ts";

export interface Mounted {
  component: ComponentPath;
  realm: Realm;
  /** Whether one call at a time has it to itself. */
  isAlone: boolean;
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

export interface MountOptions extends Pick<Mounted, "component" | "realm" | "isAlone"> {
  part: Part;
  variables: Variables;
  ask: NodeQuestions;
}

export function mount({ component, realm, isAlone, part, variables, ask }: MountOptions): Mounted {
  const registry = new ModuleRegistry({
    modules: part.modules,
    realm,
    nodeGlobals: () => nodeGlobals(ask, variables),
  });
  if (isAlone) realm.remember();
  else realm.seal();
  const load = (module: string) => {
    const { size } = registry;
    const loaded = registry.require(module);
    // Each call sees the globals as the modules leave them when they are evaluated.
    if (registry.size !== size) realm.remember();
    return loaded;
  };
  return {
    component,
    realm,
    isAlone,
    modules: part.modules,
    calls: 0,
    async invoke({ path, kind, args, requestId }) {
      const [module = "", name = ""] = path.split(":");
      const registered = load(`${module}.js`)[name] as Registered;
      if (kind === "query") return await registered.invokeQuery(args);
      if (kind === "mutation") return await registered.invokeMutation(args);
      return await registered.invokeAction(requestId, args);
    },
    async respond({ method, path, url, headers, body }) {
      const router = load("http.js").default as Router;
      const [action] = router.lookup(path, method) ?? [];
      if (action === undefined) throw new Error(`There is no route for ${method} ${path}`);
      const request = new Request(url, { method, headers, body });
      const response = realm.toHost(await action.invokeHttpAction(realm.toRealm(request)));
      if (response instanceof Response) return response;
      throw new Error(`The HTTP action ${method} ${path} did not return a Response`);
    },
  };
}
