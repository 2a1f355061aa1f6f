/** The demo's dates: when it begins, at which times the clock stops to add calls, and when it ends (now). */
import type { Quarter } from "./quarter.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

const TRIAL_DAYS = 7;
const MONTHS_PAID_BEFORE = 2;
/** Most of the plan's minutes are used by then, but the period does not end tomorrow. */
const DAYS_INTO_PERIOD = 28;
/** Every month has this day, so all periods begin on the same day of the month. */
const LAST_DAY_OF_ALL_MONTHS = 28;
/** Of the 450 minutes of the Pro plan. */
const MINUTES_USED = 400;
const LAST_DAYS = 10;

export interface Calendar {
  fromMs: number;
  untilMs: number;
  target: Quarter["target"];
}

export function calendarUntil(untilMs: number): Calendar {
  const period = new Date(untilMs - DAYS_INTO_PERIOD * DAY_MS);
  period.setUTCDate(Math.min(period.getUTCDate(), LAST_DAY_OF_ALL_MONTHS));
  const trialEnd = new Date(period);
  trialEnd.setUTCMonth(trialEnd.getUTCMonth() - MONTHS_PAID_BEFORE);
  return {
    fromMs: trialEnd.getTime() - TRIAL_DAYS * DAY_MS,
    untilMs,
    target: { fromMs: period.getTime(), minutes: MINUTES_USED },
  };
}

/**
 * The times at which the clock stops: the end of each week, before its summary is mailed, and the morning after; in the
 * last days each evening. Mail gets the time of the stop as its date.
 */
export function stopsOf({ fromMs, untilMs }: Calendar): number[] {
  const stops: number[] = [];
  for (let dayMs = nextDay(fromMs); dayMs < untilMs; dayMs += DAY_MS) {
    const isMonday = new Date(dayMs).getUTCDay() === 1;
    if (isMonday || dayMs > untilMs - LAST_DAYS * DAY_MS) stops.push(dayMs - HOUR_MS);
    if (isMonday) stops.push(dayMs + HOUR_MS);
  }
  return [...stops.filter((atMs) => atMs > fromMs && atMs < untilMs), untilMs];
}

function nextDay(ms: number): number {
  return (Math.floor(ms / DAY_MS) + 1) * DAY_MS;
}
