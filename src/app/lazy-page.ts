import type { ComponentType } from "react";
import { lazyPart } from "../components/lazy-part";
import { loadBeforehand } from "./prefetch";

/** A page that is a chunk of its own, and at which addresses it will be wanted. */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...paths: string[]
): ComponentType<Props> {
  for (const path of paths) loadBeforehand(path, load);
  return lazyPart(load);
}
