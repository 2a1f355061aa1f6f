import type { HourOfCalls } from "../../lib/shown-calls";

export type DayOfCalls = { startMs: number; calls: number; minutes: number };

/** Bars of more days would be too thin to tell apart. */
export const MAX_DAYS = 90;
export const DEFAULT_DAYS = 30;

export type Span = { fromMs: number; toMs: number };

/** The days to draw: the filter's, up to MAX_DAYS; without a filter as many of the last ones. */
export function spanOf(
  { fromMs, toMs }: { fromMs: number | null; toMs: number | null },
  todayMs: number,
  lastDays = DEFAULT_DAYS,
): Span {
  const tomorrowMs = daysAfter(todayMs, 1);
  const end = toMs === null ? tomorrowMs : Math.min(toMs, tomorrowMs);
  const earliest = daysAfter(end, -MAX_DAYS);
  const start = fromMs ?? daysAfter(end, -lastDays);
  return { fromMs: Math.max(start, earliest), toMs: end };
}

/** Adds hours up to days in the reader's time zone, including days without calls. */
export function daysOf(hours: HourOfCalls[], { fromMs, toMs }: Span): DayOfCalls[] {
  const days: (DayOfCalls & { seconds: number })[] = [];
  for (let startMs = fromMs; startMs < toMs; startMs = daysAfter(startMs, 1)) {
    days.push({ startMs, calls: 0, minutes: 0, seconds: 0 });
  }
  for (const { hourMs, calls, seconds } of hours) {
    const day = days.findLast(({ startMs }) => startMs <= hourMs);
    if (day === undefined) continue;
    day.calls += calls;
    day.seconds += seconds;
  }
  return days.map(({ startMs, calls, seconds }) => ({
    startMs,
    calls,
    minutes: Math.round(seconds / 6) / 10,
  }));
}

export function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}

/** Uses calendar days, because a day may have 23 or 25 hours. */
export function daysAfter(midnightMs: number, days: number): number {
  const date = new Date(midnightMs);
  return date.setDate(date.getDate() + days);
}
