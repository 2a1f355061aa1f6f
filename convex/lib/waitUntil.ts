/** Looks again and again until there is nothing to wait for, or the time is up. */
export async function waitUntil(
  isOver: () => Promise<boolean>,
  { everyMs, withinMs }: { everyMs: number; withinMs: number },
): Promise<void> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += everyMs) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    if (await isOver()) return;
  }
}
