/** Where a push mounts which components, and which variables each of them sees. */
import { must } from "@hark/stand-in-kit/must";
import type { ComponentPath } from "../engine/catalog.ts";
import type { Definition, EnvironmentBinding, Variables } from "../runtime/protocol.ts";

/** The component tree: the definition at each path. */
export interface MountedComponent {
  component: ComponentPath;
  definitionPath: string;
  variables: Variables;
  children: Record<string, MountedComponent>;
}

export function mountTree(
  definitions: ReadonlyMap<string, Definition>,
  variables: Variables,
  { component, definitionPath } = { component: "", definitionPath: "" },
): MountedComponent {
  const { childComponents } = must(definitions.get(definitionPath), `definition ${definitionPath}`);
  const children = childComponents.map(({ name, path, env }) => {
    const child = {
      component: component === "" ? name : `${component}/${name}`,
      definitionPath: path,
    };
    return [name, mountTree(definitions, boundVariables(env, variables), child)] as const;
  });
  return { component, definitionPath, variables, children: Object.fromEntries(children) };
}

export function allMounts(tree: MountedComponent): MountedComponent[] {
  return [tree, ...Object.values(tree.children).flatMap(allMounts)];
}

function boundVariables(
  bindings: [string, EnvironmentBinding][] | null,
  parent: Variables,
): Variables {
  const bound = (bindings ?? []).flatMap(([name, binding]) => {
    const value = binding.type === "value" ? binding.value : parent[binding.name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(bound);
}
