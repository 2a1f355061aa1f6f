import { DAY_MS, HOUR_MS, MINUTE_MS } from "../shared/durations";

const FIRST_DELAY_MS = MINUTE_MS;
const MAX_DELAY_MS = 6 * HOUR_MS;
/** A job that has failed for this long is given up, after about twenty attempts. */
export const GIVE_UP_AFTER_MS = 3 * DAY_MS;
/** So that a deployment that was off for days makes more than one attempt. */
const MIN_ATTEMPTS = 10;

/**
 * How long to wait after this many failures. `chance`, from 0 to 1, varies the delay by half in both directions, so that
 * simultaneous failures spread out.
 */
export function retryDelayMs(failures: number, chance: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), MAX_DELAY_MS) * (0.5 + chance);
}

/** How many runs in a row may die, for example in restarts, before the job waits. */
const DEATHS_WITHOUT_DELAY = 3;

/** How long to wait after this many runs in a row have died. */
export function deathDelayMs(deaths: number, chance: number): number {
  return deaths <= DEATHS_WITHOUT_DELAY ? 0 : retryDelayMs(deaths - DEATHS_WITHOUT_DELAY, chance);
}

/** `giveUpAfterMs` is set if retrying is pointless after that time, for example because a vendor has deleted the data. */
export function isOutOfRetries(attempts: number, sinceMs: number, giveUpAfterMs?: number): boolean {
  if (giveUpAfterMs !== undefined) return sinceMs >= giveUpAfterMs;
  return sinceMs >= GIVE_UP_AFTER_MS && attempts >= MIN_ATTEMPTS;
}
