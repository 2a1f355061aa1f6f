/** Billing periods, in seconds since the epoch and UTC, as Stripe counts them. */
export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface Rhythm {
  interval: string;
  interval_count: number;
}

/** `count` intervals after the anchor. In a month that lacks the day, its last day. */
export function addIntervals(
  anchor: number,
  { interval, interval_count }: Rhythm,
  count = 1,
): number {
  const steps = interval_count * count;
  switch (interval) {
    case "day":
      return anchor + steps * DAY;
    case "week":
      return anchor + steps * 7 * DAY;
    case "month":
      return addMonths(anchor, steps);
    case "year":
      return addMonths(anchor, steps * 12);
    default:
      throw new Error(`There is no interval "${interval}"`);
  }
}

/** The end of the period that is running at `after`: the first multiple of the interval after it, from the anchor. */
export function periodEnd(anchor: number, rhythm: Rhythm, after: number): number {
  let count = 0;
  // Counted from the anchor and not from the last period, so that the 31st returns after February.
  while (addIntervals(anchor, rhythm, count) <= after) count += 1;
  return addIntervals(anchor, rhythm, count);
}

function addMonths(from: number, months: number): number {
  const start = new Date(from * 1000);
  const moved = new Date(start);
  moved.setUTCDate(1);
  moved.setUTCMonth(start.getUTCMonth() + months);
  const lastDay = new Date(
    Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0),
  ).getUTCDate();
  moved.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return moved.getTime() / 1000;
}
