import { lazy, type ComponentType } from "react";
import { loadPart } from "../lib/load-part";

const failed = new Set<() => void>();

/** Makes every part that failed to load load again. Call it once the error is on screen. */
export function renewParts(): void {
  for (const renew of failed) renew();
  failed.clear();
}

/** The component that the module exports by this name. */
export type Part<Module, Name extends keyof Module> =
  Module[Name] extends ComponentType<infer Props> ? ComponentType<Props> : never;

/** A component in a chunk of its own, which is loaded when it is first shown. */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Part<Module, Name> {
  // React never retries a lazy component that failed, so a new one takes its place.
  const create = () =>
    lazy(async () => {
      try {
        return { default: (await loadPart(load, name)) as ComponentType<object> };
      } catch (error) {
        failed.add(() => {
          Shown = create();
        });
        throw error;
      }
    });
  let Shown = create();

  function Current(props: object) {
    return <Shown {...props} />;
  }
  return Current as Part<Module, Name>;
}
