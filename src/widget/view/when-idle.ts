import { observeNearness } from "../../lib/observe-nearness";

/** For browsers without `requestIdleCallback`. */
const FALLBACK_DELAY_MS = 2_000;

/** Runs `act` once the element is visible and the page is idle. Returns a function that cancels it. */
export function whenSeenAndIdle(element: Element, act: () => void): () => void {
  const stop = observeNearness(element, "0px", ({ isIntersecting }) => {
    if (!isIntersecting) return;
    stop();
    if ("requestIdleCallback" in window) requestIdleCallback(act);
    else setTimeout(act, FALLBACK_DELAY_MS);
  });
  return stop;
}
