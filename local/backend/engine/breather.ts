const LONGEST_MS = 10;

/** For long work in steps: resolves at once, or after everybody else's turn if the last was a while ago. */
export function createBreather(longestMs = LONGEST_MS): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longestMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}
