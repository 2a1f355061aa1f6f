/** A browser that does not tell when it is idle is given as long. */
const SURELY_IDLE_MS = 2_000;

/** Once somebody can see the element, and the page has nothing better to do. Returns what takes it back. */
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
