/**
 * How long the event loop is held, in the main thread's own processor time: a machine that is busy elsewhere
 * makes a turn later, not longer.
 */
import { existsSync, openSync, readSync } from "node:fs";

export interface Turns {
  /** Of processor time between two chances for a timer to run, as it would be on a machine like the reference. */
  longestMs: number;
  /** How many times slower than the reference this machine is at the moment. */
  slowness: number;
}

// The first number is the thread's time on a processor in nanoseconds: Linux, Documentation/scheduler/sched-stats.rst.
const THREAD_TIME = `/proc/self/task/${process.pid}/schedstat`;
const CONTROL_EVERY = 100;
const CONTROL = JSON.stringify(
  Array.from({ length: 2_000 }, (_, at) => ({ at, name: `item ${at}` })),
);
/** What the control took where the bounds were chosen: two cores of 2026, with nothing else to do. */
const REFERENCE_MS = 0.75;

export function hasThreadTime(): boolean {
  return existsSync(THREAD_TIME);
}

export function watchTurns(): { take(): Turns } {
  const file = openSync(THREAD_TIME, "r");
  const text = Buffer.alloc(128);
  const spentMs = () => {
    const bytes = readSync(file, text, 0, text.length, 0);
    return Number.parseInt(text.toString("latin1", 0, bytes), 10) / 1e6;
  };
  let beats = 0;
  let longestMs = 0;
  let controls: number[] = [];
  let beforeMs = spentMs();
  setInterval(() => {
    longestMs = Math.max(longestMs, spentMs() - beforeMs);
    beats += 1;
    if (beats % CONTROL_EVERY === 0) controls.push(controlMs());
    beforeMs = spentMs();
  }, 1);

  return {
    take() {
      const middle = controls.sort((a, b) => a - b)[Math.floor(controls.length / 2)];
      const slowness = Math.max(1, (middle ?? controlMs()) / REFERENCE_MS);
      const turns = { longestMs: longestMs / slowness, slowness };
      longestMs = 0;
      controls = [];
      beforeMs = spentMs();
      return turns;
    },
  };
}

function controlMs(): number {
  const startedAt = performance.now();
  JSON.stringify(JSON.parse(CONTROL));
  return performance.now() - startedAt;
}
