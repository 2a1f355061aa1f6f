/** The ways in which code names another function. */
import { must } from "@hark/stand-in-kit/must";
import type { ComponentPath } from "../engine/catalog.ts";
import type { Deployment } from "../deploy/deployment.ts";

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
  const handle = functionHandle ?? (name?.startsWith(HANDLE_PREFIX) === true ? name : undefined);
  if (handle !== undefined) return existing(deployment, fromHandle(handle));
  if (name !== undefined) return { component: from, path: canonicalPath(name) };
  return fromReference(deployment, from, must(reference, "address of the function to call"));
}

/** A handle allows the call, whatever the function's visibility. */
export function toHandle(deployment: Deployment, target: FunctionTarget): string {
  const { component, path } = existing(deployment, target);
  return `${HANDLE_PREFIX}${encodeURIComponent(component)}#${path}`;
}

function existing(deployment: Deployment, target: FunctionTarget): FunctionTarget {
  if (deployment.mounts.get(target.component)?.functions.has(target.path) === true) return target;
  throw new Error("Function handle not found");
}

function fromHandle(handle: string): FunctionTarget {
  const [component = "", path = ""] = handle.slice(HANDLE_PREFIX.length).split("#");
  return { component: decodeURIComponent(component), path: canonicalPath(path) };
}

/** `_reference/childComponent/<name>/<module…>/<export>`: only public functions of the child. */
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
  const mount = deployment.mounts.get(component);
  if (mount === undefined) throw new Error(`Child component "${child}" not found`);
  const path = `${rest.join("/")}:${name}`;
  if (mount.functions.get(path)?.isPublic === true) return { component, path };
  throw new Error(`Child component "${child}" does not export ${[...rest, name].join(".")}`);
}
