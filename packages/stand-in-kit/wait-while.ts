/**
 * Blocks this thread while a shared number has this value. A wake-up alone proves nothing: another thread changes the
 * number and then wakes us, and by then we may already be waiting for the next change.
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
