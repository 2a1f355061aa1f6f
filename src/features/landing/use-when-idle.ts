import { useEffect } from "react";

/** Runs once the page is painted. */
export function useWhenIdle(run: () => void): void {
  useEffect(() => {
    // Safari has no requestIdleCallback. A timeout also runs after the page is painted.
    const { requestIdleCallback = setTimeout } = window as Partial<Window>;
    requestIdleCallback(run);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- What it was at first.
  }, []);
}
