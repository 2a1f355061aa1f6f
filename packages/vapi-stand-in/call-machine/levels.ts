/** Tells a level again and again, until told to stop. */
export interface LevelObserver {
  start(intervalMs: unknown, tell: () => void): void;
  stop(): void;
}

const DEFAULT_INTERVAL_MS = 200;
const MIN_INTERVAL_MS = 100;

export function createLevelObserver(): LevelObserver {
  let timer: number | undefined;
  return {
    start(intervalMs, tell) {
      window.clearInterval(timer);
      const wanted = typeof intervalMs === "number" ? intervalMs : DEFAULT_INTERVAL_MS;
      timer = window.setInterval(tell, Math.max(wanted, MIN_INTERVAL_MS));
    },
    stop: () => window.clearInterval(timer),
  };
}
