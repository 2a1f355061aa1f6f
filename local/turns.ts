/**
 * Turns of the event loop, one for each that asks, in their order: what comes in at the same moment would
 * otherwise be done in the same turn, and hold up timers, sound and everybody else for as long as all of it takes.
 */
let last: Promise<void> = Promise.resolve();

export function ownTurn(): Promise<void> {
  const next = () => new Promise<void>((resolve) => setImmediate(resolve));
  last = last.then(next);
  return last;
}
