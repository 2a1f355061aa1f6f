import type { SystemModule } from "./system-function.ts";
import { systemQuery } from "./system-function.ts";

export const components: SystemModule = {
  "_system/frontend/components:list": systemQuery({}, ({ host }) => {
    const mounted = host.deployment().mounts;
    // Here a component's path is its id.
    return host.database.catalog.components().map((path) => ({
      id: path,
      ...(path === "" ? {} : { name: path.split("/").at(-1) ?? path }),
      path,
      args: {},
      state: path === "" || mounted.has(path) ? "active" : "unmounted",
      httpPrefix: prefixOf(host.deployment().httpMounts, path),
    }));
  }),
};

function prefixOf(mounts: readonly { prefix: string; component: string }[], path: string) {
  return mounts.find(({ component }) => component === path)?.prefix ?? null;
}
