const INTERVAL_MS = 10;

/** For long work in steps: the result resolves at once, or after other work had its turn if 10 ms have passed. */
export function yieldEvery(intervalMs = INTERVAL_MS): () => Promise<void> {
  let lastMs = performance.now();
  return async () => {
    if (performance.now() - lastMs < intervalMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    lastMs = performance.now();
  };
}
