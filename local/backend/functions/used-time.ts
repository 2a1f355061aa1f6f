/** However little of the processor it had: nobody waits for longer than so many times its limit. */
const MOST_BY_THE_CLOCK = 10;

export interface UsedTime {
  /** By the clock. */
  passedMs: number;
  /** Of the processor, then and now; null where the machine does not tell, or a thread is not ready to. */
  fromMs: number | null;
  nowMs: number | null;
}

/** Whether a thread had so much of the processor; by the clock where nobody can tell, or where that takes many times as long. */
export function hasUsed(limitMs: number, { passedMs, fromMs, nowMs }: UsedTime): boolean {
  if (passedMs < limitMs) return false;
  if (nowMs === null || passedMs > MOST_BY_THE_CLOCK * limitMs) return true;
  return nowMs - (fromMs ?? 0) >= limitMs;
}
