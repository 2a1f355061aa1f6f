/** The wall time that a function may take, as a multiple of its limit. */
const MAX_WALL_FACTOR = 10;

export interface UsedTime {
  /** By the clock. */
  passedMs: number;
  /** Processor time, then and now; null if the machine or the thread does not report it. */
  fromMs: number | null;
  nowMs: number | null;
}

export interface ClockLimits {
  /** The limit in wall time, however little processor time it had. */
  maxWallMs?: number;
  /** The limit in wall time if processor time is not reported. */
  unmeasuredMs?: number;
}

/** Whether a thread has used this much processor time. */
export function hasUsed(
  limitMs: number,
  { passedMs, fromMs, nowMs }: UsedTime,
  { maxWallMs = MAX_WALL_FACTOR * limitMs, unmeasuredMs = limitMs }: ClockLimits = {},
): boolean {
  if (passedMs < limitMs) return false;
  if (nowMs === null) return passedMs >= unmeasuredMs;
  return passedMs > maxWallMs || nowMs - (fromMs ?? 0) >= limitMs;
}
