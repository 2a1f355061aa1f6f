import { FRAME_MS } from "../speech/pcm.ts";

// After the process was suspended, missed frames are skipped.
const MAX_FRAMES_PER_TICK = 25;

/** Calls `tick` once for every 20 ms that pass, a few at once when a timer was late. Returns what stops it. */
export function startPacer(tick: () => void): () => void {
  let ticked = 0;
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const due = Math.floor((performance.now() - startedAt) / FRAME_MS);
    const behind = due - ticked;
    ticked = due;
    for (let frame = 0; frame < Math.min(behind, MAX_FRAMES_PER_TICK) && isRunning; frame++) tick();
  }, FRAME_MS);
  let isRunning = true;
  return () => {
    isRunning = false;
    clearInterval(timer);
  };
}
