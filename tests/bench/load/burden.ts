/** What all of Hark's processes take while something is done with it. */
import type { RunningHark } from "./running-hark.ts";

/** What a burst has left to do for a minute later is done by then, and the threads that did it have gone. */
const REST_MS = 120_000;
const LOOKED_AT_EVERY_MS = 500;

export interface Burden {
  /** Resident, in megabytes. */
  before: number;
  peak: number;
  /** After a rest. */
  after: number;
  /** Of the machine, on average. */
  processors: number;
}

export async function burdenOf<T>(
  hark: RunningHark,
  task: () => Promise<T>,
): Promise<{ result: T; burden: Burden }> {
  const before = hark.memory().resident;
  let peak = before;
  const look = () => (peak = Math.max(peak, hark.memory().resident));
  const looking = setInterval(look, LOOKED_AT_EVERY_MS);
  const begunMs = performance.now();
  const begunSeconds = hark.processorSeconds();
  try {
    const result = await task();
    const seconds = (performance.now() - begunMs) / 1000;
    const processors = (hark.processorSeconds() - begunSeconds) / seconds;
    look();
    clearInterval(looking);
    await rest();
    return { result, burden: { before, peak, after: hark.memory().resident, processors } };
  } finally {
    clearInterval(looking);
  }
}

export async function rest(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
}
