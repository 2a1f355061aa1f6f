import { must } from "./must";

/**
 * Reports when the element comes nearer to the viewport than the margin, and when it leaves. On a busy machine the
 * browser reports several changes at once, of which only the last still holds. Returns a function that stops it.
 */
export function observeNearness(
  element: Element,
  rootMargin: string,
  report: (latest: IntersectionObserverEntry) => void,
): () => void {
  const observer = new IntersectionObserver(
    (entries) => report(must(entries.at(-1), "what was observed")),
    { rootMargin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
