/** Reports a level repeatedly, until it is stopped. */
export interface LevelObserver {
  start(intervalMs: unknown, report: () => void): void;
  stop(): void;
}

const DEFAULT_INTERVAL_MS = 200;
const MIN_INTERVAL_MS = 100;

export function createLevelObserver(): LevelObserver {
  let timer: number | undefined;
  return {
    start(intervalMs, report) {
      window.clearInterval(timer);
      const wanted = typeof intervalMs === "number" ? intervalMs : DEFAULT_INTERVAL_MS;
      timer = window.setInterval(report, Math.max(wanted, MIN_INTERVAL_MS));
    },
    stop: () => window.clearInterval(timer),
  };
}
