import { DAY_MS, MINUTE_MS, WEEK_MS } from "../../../../convex/shared/durations";
import { wallClock } from "../../../../convex/shared/openingHours";

export const NOTE_ENDS = ["today", "tomorrow", "week", "at"] as const;
export type NoteEnd = (typeof NOTE_ENDS)[number];

/** When a note ends. NaN without a valid time. */
export function endOfNote(end: NoteEnd, at: string, timeZone: string, nowMs: number): number {
  switch (end) {
    case "today":
      return lastMinuteOfDay(timeZone, nowMs);
    case "tomorrow":
      return lastMinuteOfDay(timeZone, nowMs + DAY_MS);
    case "week":
      return nowMs + WEEK_MS;
    case "at":
      return new Date(at).getTime();
    default:
      return end satisfies never;
  }
}

const LAST_MINUTE = 24 * 60 - 1;

/** The minute before midnight on that day in this time zone. */
function lastMinuteOfDay(timeZone: string, atMs: number): number {
  const thatDay = wallClock(timeZone, atMs);
  const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
  const roughly = minuteMs + (LAST_MINUTE - thatDay.minute) * MINUTE_MS;
  // The clocks may have changed in between.
  const there = wallClock(timeZone, roughly);
  const isSameDay = there.day === thatDay.day;
  const behind = isSameDay ? LAST_MINUTE - there.minute : -(there.minute + 1);
  return roughly + behind * MINUTE_MS;
}
