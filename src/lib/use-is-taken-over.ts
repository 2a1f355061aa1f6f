import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False where a page is drawn at build time, and until its script is there: what is pressed is not heard. */
export function useIsTakenOver(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
