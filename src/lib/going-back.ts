/** Decides on going back or forth before the router hears of it, by stopping the event. */
type Guard = (event: PopStateEvent) => void;

const guards = new Set<Guard>();

// A window calls its listeners in the order in which they came, those for capturing too. So this
// one has to be there before the router mounts, which is why the app's entry imports it.
window.addEventListener("popstate", (event) => {
  for (const guard of guards) guard(event);
});

/** Answers how to stop. */
export function guardGoingBack(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}
