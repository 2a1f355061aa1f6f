import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../shared/durations";

/** When what failed is sent again: the schedule that the specification gives as its example, over three days. */

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
/** A receiver that wants to be left alone for longer is asked again all the same. */
const LONGEST_PAUSE_MS = HOUR_MS;

/** Null when it was tried often enough. `chance`, from 0 to 1, spreads what failed together over a tenth more. */
export function delayAfter(failures: number, chance: number): number | null {
  const delayMs = DELAYS_MS[failures - 1];
  return delayMs === undefined ? null : Math.round(delayMs * (1 + chance / 10));
}

/** What a `Retry-After` asks for, within bounds: seconds, or a time (RFC 9110, 10.2.3). Null for none. */
export function retryAfterMs(retryAfter: string | null, nowMs: number): number | null {
  if (retryAfter === null) return null;
  const text = retryAfter.trim();
  const waitMs = /^\d+$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - nowMs;
  if (Number.isNaN(waitMs) || waitMs <= 0) return null;
  return Math.min(waitMs, LONGEST_PAUSE_MS);
}
