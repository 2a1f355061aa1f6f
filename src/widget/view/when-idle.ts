/** For browsers without `requestIdleCallback`. */
const FALLBACK_DELAY_MS = 2_000;

/** Runs `act` once the element is visible and the page is idle. Returns a function that cancels it. */
export function whenSeenAndIdle(element: Element, act: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (entries.at(-1)?.isIntersecting !== true) return;
    observer.disconnect();
    if ("requestIdleCallback" in window) requestIdleCallback(act);
    else setTimeout(act, FALLBACK_DELAY_MS);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
