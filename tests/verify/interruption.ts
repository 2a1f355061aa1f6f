/** Ctrl-C ends the cases, and what they have made is still removed. */
const controller = new AbortController();

export const interruption = { signal: controller.signal };

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (!controller.signal.aborted) {
      console.log("\nStopping, and removing what this run has made.");
    }
    controller.abort();
  });
}
