/** Ends what hangs, and is no measure of speed: a loaded machine may take a hundred times as long as a quiet one. */
const GIVES_UP_AFTER_MS = 200_000;
const PAUSE_MS = 10;

/** Asks again until the answer is yes. */
export async function eventually(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  // Tests set the date, which must not count here.
  const startedMs = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - startedMs > GIVES_UP_AFTER_MS) {
      throw new Error(`Still not so after ${GIVES_UP_AFTER_MS / 1000} s: ${isTrue.toString()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
