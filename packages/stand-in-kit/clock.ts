/** The one clock of everything that runs locally, so that a test can advance it by a month. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` once the clock reaches `atMs`. Returns a function that cancels it. */
  schedule(atMs: number, task: () => void): () => void;
}

// setTimeout treats a delay above 2^31-1 ms as zero, so long waits are split.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface ScheduledTask {
  atMs: number;
  task: () => void;
  timer: NodeJS.Timeout | undefined;
}

/** The wall clock plus an offset that `advance` can grow. */
export class AdjustableClock implements Clock {
  /** Also read by threads. */
  readonly sharedOffset = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  private readonly scheduled = new Set<ScheduledTask>();

  /** A negative offset starts the clock in the past, to replay the time until now. */
  constructor(offsetMs = 0) {
    this.sharedOffset[0] = offsetMs;
  }

  now(): number {
    return Date.now() + (this.sharedOffset[0] ?? 0);
  }

  schedule(atMs: number, task: () => void): () => void {
    const scheduledTask: ScheduledTask = { atMs, task, timer: undefined };
    this.scheduled.add(scheduledTask);
    this.arm(scheduledTask);
    return () => this.drop(scheduledTask);
  }

  /** Moves the clock forward. Tasks that become due run in order of their times. */
  advance(byMs: number): void {
    if (!Number.isFinite(byMs) || byMs < 0) {
      throw new RangeError(`The clock only moves forward; got ${byMs} ms.`);
    }
    this.sharedOffset[0] = (this.sharedOffset[0] ?? 0) + byMs;
    const due = [...this.scheduled].sort((a, b) => a.atMs - b.atMs);
    for (const scheduledTask of due) this.arm(scheduledTask);
  }

  /** Moves the clock from the past to the present. */
  catchUp(): void {
    this.advance(Math.max(0, -(this.sharedOffset[0] ?? 0)));
  }

  private arm(scheduledTask: ScheduledTask): void {
    clearTimeout(scheduledTask.timer);
    const delayMs = Math.min(Math.max(scheduledTask.atMs - this.now(), 0), LONGEST_TIMER_MS);
    scheduledTask.timer = setTimeout(() => {
      if (this.now() < scheduledTask.atMs) return this.arm(scheduledTask);
      this.drop(scheduledTask);
      scheduledTask.task();
    }, delayMs);
  }

  private drop(scheduledTask: ScheduledTask): void {
    clearTimeout(scheduledTask.timer);
    this.scheduled.delete(scheduledTask);
  }
}
