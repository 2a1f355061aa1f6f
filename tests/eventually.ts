/** Only ends tests that hang: a loaded machine may be a hundred times slower than a quiet one. */
const TIMEOUT_MS = 200_000;
const PAUSE_MS = 10;

/** Polls until the condition is true. */
export async function eventually(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  // Not Date.now(), which tests may change.
  const startedMs = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - startedMs > TIMEOUT_MS) {
      throw new Error(`Still not true after ${TIMEOUT_MS / 1000} s: ${isTrue.toString()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
