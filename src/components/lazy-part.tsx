import { lazy, type ComponentType } from "react";
import { loadPage } from "../lib/load-page";

const failed = new Set<() => void>();

/** To be called once a failure is on screen: whoever then wants what failed has it loaded again. */
export function renewParts(): void {
  for (const renew of failed) renew();
  failed.clear();
}

/** What is a chunk of its own, and waits to be loaded until it is shown. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  // React remembers for good that one failed, so that only another one can be tried.
  const create = () =>
    lazy(async () => {
      try {
        return { default: await loadPage(load) };
      } catch (error) {
        failed.add(() => {
          Part = create();
        });
        throw error;
      }
    });
  let Part = create();

  function Current(props: Props) {
    return <Part {...props} />;
  }
  return Current;
}
