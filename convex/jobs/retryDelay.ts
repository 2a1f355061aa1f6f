import { DAY_MS, HOUR_MS, MINUTE_MS } from "../shared/durations";

const FIRST_MS = MINUTE_MS;
const LONGEST_MS = 6 * HOUR_MS;
/** Work at a vendor that failed for as long is left to people: some twenty attempts. */
export const GIVE_UP_AFTER_MS = 3 * DAY_MS;
/** So that a deployment that slept for days tries more than once when it is awake. */
const FEWEST_ATTEMPTS = 10;

/**
 * How long to wait after so many failures. `chance`, from 0 to 1, spreads what failed together over
 * half of the time to three halves of it.
 */
export function retryDelayMs(failures: number, chance: number): number {
  return Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS) * (0.5 + chance);
}

/** Runs that may die in a row, with the backends that they ran on, before their work waits. */
const DEATHS_FOR_NOTHING = 3;

/** How long to wait after so many runs in a row have died. */
export function deathDelayMs(deaths: number, chance: number): number {
  return deaths <= DEATHS_FOR_NOTHING ? 0 : retryDelayMs(deaths - DEATHS_FOR_NOTHING, chance);
}

/** `triedForMs` is how long it is worth trying, where a vendor sets an end to that. */
export function isOutOfRetries(attempts: number, sinceMs: number, triedForMs?: number): boolean {
  if (triedForMs !== undefined) return sinceMs >= triedForMs;
  return sinceMs >= GIVE_UP_AFTER_MS && attempts >= FEWEST_ATTEMPTS;
}
