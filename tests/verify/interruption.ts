/** Ctrl-C ends the cases; the run still removes what they created. */
const controller = new AbortController();

export const interruption = { signal: controller.signal };

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (!controller.signal.aborted) {
      console.log("\nStopping, and removing what this run has created.");
    }
    controller.abort();
  });
}
