/** The one source of time for everything that runs locally, so that a test can move a month ahead. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` once the clock reaches `atMs`. Returns a function that cancels it. */
  schedule(atMs: number, task: () => void): () => void;
}

// setTimeout treats a delay past 2^31-1 ms as zero, so long waits are walked in steps.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface Appointment {
  atMs: number;
  task: () => void;
  timer: NodeJS.Timeout | undefined;
}

/** The wall clock plus an offset that `advance` can grow. */
export class AdjustableClock implements Clock {
  /** Seen by threads too. */
  readonly sharedOffset = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  private readonly appointments = new Set<Appointment>();

  /** May begin in the past, to live through what was until now. */
  constructor(offsetMs = 0) {
    this.sharedOffset[0] = offsetMs;
  }

  now(): number {
    return Date.now() + (this.sharedOffset[0] ?? 0);
  }

  schedule(atMs: number, task: () => void): () => void {
    const appointment: Appointment = { atMs, task, timer: undefined };
    this.appointments.add(appointment);
    this.arm(appointment);
    return () => this.drop(appointment);
  }

  /** Moves time forward; whatever falls due in between runs in order of its time. */
  advance(byMs: number): void {
    if (!Number.isFinite(byMs) || byMs < 0) {
      throw new RangeError(`The clock only moves forward; got ${byMs} ms.`);
    }
    this.sharedOffset[0] = (this.sharedOffset[0] ?? 0) + byMs;
    const due = [...this.appointments].sort((a, b) => a.atMs - b.atMs);
    for (const appointment of due) this.arm(appointment);
  }

  /** From the past to what the wall clock shows. */
  catchUp(): void {
    this.advance(Math.max(0, -(this.sharedOffset[0] ?? 0)));
  }

  private arm(appointment: Appointment): void {
    clearTimeout(appointment.timer);
    const delayMs = Math.min(Math.max(appointment.atMs - this.now(), 0), LONGEST_TIMER_MS);
    appointment.timer = setTimeout(() => {
      if (this.now() < appointment.atMs) return this.arm(appointment);
      this.drop(appointment);
      appointment.task();
    }, delayMs);
  }

  private drop(appointment: Appointment): void {
    clearTimeout(appointment.timer);
    this.appointments.delete(appointment);
  }
}
