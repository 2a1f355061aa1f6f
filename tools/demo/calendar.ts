/** When the demo's story begins, when time stops in it to let things happen, and when it ends: now. */
import type { Quarter } from "./quarter.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

const TRIAL_DAYS = 7;
const MONTHS_PAID_BEFORE = 2;
/** So that the plan's minutes are almost used up, and yet the period does not end tomorrow. */
const DAYS_INTO_PERIOD = 28;
/** Every month has it, so that each period begins on the same day. */
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
 * The end of each week, before the summary of it is mailed, and the morning after; in the last days each evening. What
 * is mailed is dated by the moment at which time stops.
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
