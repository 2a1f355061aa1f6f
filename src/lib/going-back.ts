/** Can stop the event before the router receives it, so that the page does not change. */
type Guard = (event: PopStateEvent) => void;

const guards = new Set<Guard>();

// A window calls its listeners in the order in which they were added, also with `capture`. This one
// has to be added before the router's, so the app's entry imports this file.
window.addEventListener("popstate", (event) => {
  for (const guard of guards) guard(event);
});

/** Returns a function that removes the guard. */
export function guardGoingBack(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}
