/**
 * Measures how long the event loop is blocked, in processor time of the main thread, which other load on the machine
 * does not change. Also returns the processor time of all threads, because a slow machine increases both.
 */
import { closeSync, existsSync, openSync, readSync } from "node:fs";

export interface Turns {
  /** Longest processor time between two runs of a timer. */
  longestMs: number;
  /** Of all threads. */
  wholeMs: number;
}

// The first number is the thread's time on a processor in nanoseconds: Linux, Documentation/scheduler/sched-stats.rst.
const THREAD_TIME = `/proc/self/task/${process.pid}/schedstat`;

export function hasThreadTime(): boolean {
  return existsSync(THREAD_TIME);
}

export function watchTurns(): { take(): Turns; stop(): void } {
  const file = openSync(THREAD_TIME, "r");
  const text = Buffer.alloc(128);
  const spentMs = () => {
    const bytes = readSync(file, text, 0, text.length, 0);
    return Number.parseInt(text.toString("latin1", 0, bytes), 10) / 1e6;
  };
  let longestMs = 0;
  let beforeMs = spentMs();
  let before = process.cpuUsage();
  const timer = setInterval(() => {
    const nowMs = spentMs();
    longestMs = Math.max(longestMs, nowMs - beforeMs);
    beforeMs = nowMs;
  }, 1);

  return {
    take() {
      const { user, system } = process.cpuUsage(before);
      const turns = { longestMs, wholeMs: (user + system) / 1000 };
      longestMs = 0;
      before = process.cpuUsage();
      beforeMs = spentMs();
      return turns;
    },
    stop() {
      clearInterval(timer);
      closeSync(file);
    },
  };
}
