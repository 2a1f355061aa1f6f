import { lazy, type ComponentType, type ReactNode } from "react";
import { loadPage } from "./load-page";

export interface LazyPage<Props extends object> {
  (props: Props): ReactNode;
  /** Fetches it ahead; a failure shows when the page is really wanted. */
  prefetch: () => void;
}

const failed = new Set<() => void>();

/** To be called once a failure is on screen: whoever then wants the page has it loaded again. */
export function renewPages(): void {
  for (const renew of failed) renew();
  failed.clear();
}

/** A page that is a chunk of its own. */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPage<Props> {
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
  return Object.assign(Current, { prefetch: () => void load().catch(() => undefined) });
}
