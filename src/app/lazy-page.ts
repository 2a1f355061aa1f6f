import { lazyPart, type Part } from "../components/lazy-part";
import { loadBeforehand } from "./prefetch";

/** A page in a chunk of its own, which is prefetched for links to `paths`. */
export function lazyPage<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  ...paths: string[]
): Part<Module, Name> {
  for (const path of paths) loadBeforehand(path, load);
  return lazyPart(load, name);
}
