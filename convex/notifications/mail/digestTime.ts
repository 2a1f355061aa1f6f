import { MINUTE_MS } from "../../shared/durations";

/** Times of day in a time zone. Zones differ from UTC by multiples of 15 minutes, and some have summer time. */

const QUARTER_MS = 15 * MINUTE_MS;
const QUARTERS_OF_TWO_DAYS = 2 * 24 * 4;

export function isTimeZone(timeZone: string): boolean {
  try {
    clockOf(timeZone);
    return true;
  } catch {
    return false;
  }
}

/** When it will next be this hour in this zone. If a change of clocks skips the hour, it is the day after. */
export function nextDigestAt(nowMs: number, hour: number, timeZone: string): number {
  const clock = clockOf(timeZone);
  const wanted = `${String(hour).padStart(2, "0")}:00`;
  const firstMs = (Math.floor(nowMs / QUARTER_MS) + 1) * QUARTER_MS;
  for (let quarter = 0; quarter < QUARTERS_OF_TWO_DAYS; quarter++) {
    const atMs = firstMs + quarter * QUARTER_MS;
    if (clock.format(atMs) === wanted) return atMs;
  }
  // Cannot happen in any known zone.
  return nowMs + QUARTERS_OF_TWO_DAYS * QUARTER_MS;
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}
