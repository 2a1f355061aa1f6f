/**
 * Stands still for as long as a number that threads share is this one. Being woken alone means nothing: whoever changes
 * the number wakes afterwards, and by then this thread may stand still for the next change.
 */
export function waitWhile(
  shared: Int32Array,
  { at, is, forMs = Infinity }: { at: number; is: number; forMs?: number },
): void {
  const untilMs = performance.now() + forMs;
  while (Atomics.load(shared, at) === is) {
    const leftMs = untilMs - performance.now();
    if (leftMs <= 0 || Atomics.wait(shared, at, is, leftMs) === "timed-out") return;
  }
}
