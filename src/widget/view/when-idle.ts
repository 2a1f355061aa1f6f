/** For browsers without `requestIdleCallback`. */
const SURELY_IDLE_MS = 2_000;

/** Acts once somebody can see the element and the page is idle. Returns what cancels it. */
export function whenSeenAndIdle(element: Element, act: () => void): () => void {
  const observer = new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting !== true) return;
    observer.disconnect();
    if ("requestIdleCallback" in window) requestIdleCallback(act);
    else setTimeout(act, SURELY_IDLE_MS);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
