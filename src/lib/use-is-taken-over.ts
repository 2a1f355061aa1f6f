import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False while a page is rendered at build time and until it is hydrated, when its controls do not react yet. */
export function useIsTakenOver(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
