/** The ways in which code names another function. */
import type { ComponentPath } from "../engine/catalog.ts";
import type { Deployment } from "../deploy/deployment.ts";
import { must } from "../../must.ts";

/** As syscalls carry it: exactly one of these is set. */
export interface FunctionAddress {
  name?: string;
  reference?: string;
  functionHandle?: string;
}

export interface FunctionTarget {
  component: ComponentPath;
  /** `module:export` */
  path: string;
}

const HANDLE_PREFIX = "function://";

/** `messages.js:list`, `messages:list` and `messages` (its default export) are all accepted. */
export function canonicalPath(path: string): string {
  const [module = "", name = "default"] = path.split(":");
  return `${module.replace(/\.js$/, "")}:${name}`;
}

export function resolveAddress(
  deployment: Deployment,
  from: ComponentPath,
  { name, reference, functionHandle }: FunctionAddress,
): FunctionTarget {
  if (functionHandle !== undefined) return fromHandle(functionHandle);
  if (name !== undefined) {
    return name.startsWith(HANDLE_PREFIX)
      ? fromHandle(name)
      : { component: from, path: canonicalPath(name) };
  }
  return fromReference(deployment, from, must(reference, "address of the function to call"));
}

export function toHandle({ component, path }: FunctionTarget): string {
  return `${HANDLE_PREFIX}${encodeURIComponent(component)}#${path}`;
}

function fromHandle(handle: string): FunctionTarget {
  const [component = "", path = ""] = handle.slice(HANDLE_PREFIX.length).split("#");
  return { component: decodeURIComponent(component), path: canonicalPath(path) };
}

/** `_reference/childComponent/<name>/<module…>/<export>` */
function fromReference(
  deployment: Deployment,
  from: ComponentPath,
  reference: string,
): FunctionTarget {
  const [root, kind, child = "", ...rest] = reference.split("/");
  const name = rest.pop();
  if (root !== "_reference" || kind !== "childComponent" || name === undefined) {
    throw new Error(`Unknown function reference ${reference}`);
  }
  const component = from === "" ? child : `${from}/${child}`;
  if (!deployment.mounts.has(component)) {
    throw new Error(`No component is mounted at "${component}"`);
  }
  return { component, path: `${rest.join("/")}:${name}` };
}
