import { MINUTE_MS } from "../../shared/durations";

/** Hours of the day where somebody lives. Zones differ from UTC by whole quarters of an hour, and jump in summer. */

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

/** The next time at which it is this hour there. Where the clocks leave it out, the day after. */
export function nextDigestAt(nowMs: number, hour: number, timeZone: string): number {
  const clock = clockOf(timeZone);
  const wanted = `${String(hour).padStart(2, "0")}:00`;
  const firstMs = (Math.floor(nowMs / QUARTER_MS) + 1) * QUARTER_MS;
  for (let quarter = 0; quarter < QUARTERS_OF_TWO_DAYS; quarter++) {
    const atMs = firstMs + quarter * QUARTER_MS;
    if (clock.format(atMs) === wanted) return atMs;
  }
  // No zone is like that; a day has passed in any case.
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
