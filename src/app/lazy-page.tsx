import { lazy, type ComponentType } from "react";
import { loadPage } from "./load-page";
import { loadBeforehand } from "./prefetch";

const failed = new Set<() => void>();

/** To be called once a failure is on screen: whoever then wants the page has it loaded again. */
export function renewPages(): void {
  for (const renew of failed) renew();
  failed.clear();
}

/** A page that is a chunk of its own, and at which addresses it will be wanted. */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...paths: string[]
): ComponentType<Props> {
  for (const path of paths) loadBeforehand(path, load);
  // React remembers for good that one failed, so that only another one can be tried.
  const create = () =>
    lazy(async () => {
      try {
        return { default: await loadPage(load) };
      } catch (error) {
        failed.add(() => {
          Page = create();
        });
        throw error;
      }
    });
  let Page = create();

  function Current(props: Props) {
    return <Page {...props} />;
  }
  return Current;
}
