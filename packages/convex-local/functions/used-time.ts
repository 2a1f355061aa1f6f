/** How many times its limit a function may take by the clock. */
const MOST_BY_THE_CLOCK = 10;

export interface UsedTime {
  /** By the clock. */
  passedMs: number;
  /** Of the processor, then and now; null where the machine does not tell, or a thread is not ready to. */
  fromMs: number | null;
  nowMs: number | null;
}

export interface ClockLimits {
  /** However little of the processor it had, nobody waits longer than this. */
  mostMs?: number;
  /** Where the machine does not tell what a thread had. */
  unknownMs?: number;
}

/** Whether a thread had so much of the processor. */
export function hasUsed(
  limitMs: number,
  { passedMs, fromMs, nowMs }: UsedTime,
  { mostMs = MOST_BY_THE_CLOCK * limitMs, unknownMs = limitMs }: ClockLimits = {},
): boolean {
  if (passedMs < limitMs) return false;
  if (nowMs === null) return passedMs >= unknownMs;
  return passedMs > mostMs || nowMs - (fromMs ?? 0) >= limitMs;
}
