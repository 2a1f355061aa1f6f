import { lazy, type ComponentType } from "react";
import { loadPart } from "../lib/load-part";

const failed = new Set<() => void>();

/** To be called once a failure is on screen: whoever then wants what failed has it loaded again. */
export function renewParts(): void {
  for (const renew of failed) renew();
  failed.clear();
}

/** What the module exports by this name, as a component. */
export type Part<Module, Name extends keyof Module> =
  Module[Name] extends ComponentType<infer Props> ? ComponentType<Props> : never;

/** What is a chunk of its own, and waits to be loaded until it is shown. */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Part<Module, Name> {
  // React remembers for good that one failed, so that only another one can be tried.
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
