/** What many of the same came to. */
import { quantile } from "./jobs.ts";

export interface Outcome {
  timesMs: number[];
  /** Why each of those failed that did. */
  errors: string[];
}

/** Waits for all; one that fails is counted, and does not end the others. */
export async function outcomeOf(tasks: readonly Promise<number>[]): Promise<Outcome> {
  const settled = await Promise.allSettled(tasks);
  const timesMs = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const errors = settled.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
  return { timesMs, errors };
}

/** The middle one, and that which one in twenty and one in a hundred are above. */
export function spreadOf({ timesMs }: Outcome): string[] {
  return [0.5, 0.95, 0.99].map((share) => milliseconds(quantile(timesMs, share)));
}

export function milliseconds(value: number): string {
  return value.toLocaleString("en-US", { maximumSignificantDigits: 3 });
}

/** Starts so many a second, whether those before are done or not. */
export async function atPace(
  { count, perSecond }: { count: number; perSecond: number },
  start: (index: number, dueMs: number) => Promise<number>,
): Promise<Outcome> {
  const started: Promise<number>[] = [];
  const begunMs = performance.now();
  while (started.length < count) {
    const dueMs = begunMs + (started.length * 1000) / perSecond;
    const earlyMs = dueMs - performance.now();
    if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs));
    else {
      const task = start(started.length, dueMs);
      // It may fail while others are still to be started, and is looked at when all are.
      task.catch(() => undefined);
      started.push(task);
    }
  }
  return await outcomeOf(started);
}

/** Ends what hangs. */
export async function within<T>(limitMs: number, what: string, task: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${what} took longer than ${limitMs / 1000} s`)),
      limitMs,
    );
  });
  return await Promise.race([task, late]).finally(() => clearTimeout(timer));
}
