import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../shared/durations";

/** When a failed delivery is retried: the specification's example schedule, over three days. */

const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** Longer pauses that a receiver asks for are shortened to this. */
const MAX_PAUSE_MS = HOUR_MS;

/** Null after the last attempt. `chance`, from 0 to 1, adds up to a tenth, so that simultaneous failures spread out. */
export function delayAfter(failures: number, chance: number): number | null {
  const delayMs = DELAYS_MS[failures - 1];
  return delayMs === undefined ? null : Math.round(delayMs * (1 + chance / 10));
}

/** The pause of a `Retry-After` header, in seconds or as a time (RFC 9110, 10.2.3), within bounds. Null for none. */
export function retryAfterMs(retryAfter: string | null, nowMs: number): number | null {
  if (retryAfter === null) return null;
  const text = retryAfter.trim();
  const waitMs = /^\d+$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - nowMs;
  if (Number.isNaN(waitMs) || waitMs <= 0) return null;
  return Math.min(waitMs, MAX_PAUSE_MS);
}
