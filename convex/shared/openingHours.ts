/**
 * When visitors can talk with an assistant, by the clock on the wall of a time zone: where the hour is changed, a
 * span is an hour shorter or longer, and opens and closes when that clock says so.
 */

/** In minutes since midnight; to 1440 is to the day's end. */
export interface Span {
  fromMinute: number;
  toMinute: number;
}

/** Of each day of the week, Monday first. A day without a span is closed. */
export type OpeningHours = Span[][];

export const WEEKDAYS = [
  ...["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
];
export const MINUTES_A_DAY = 1440;
export const MAX_SPANS = 4;

/** To begin with. */
export const OFFICE_HOURS: OpeningHours = WEEKDAYS.map((_, day) =>
  day < 5 ? [{ fromMinute: 9 * 60, toMinute: 17 * 60 }] : [],
);

const LONGEST_TIME_ZONE = 64;
const NAMED = /^[A-Za-z][\w+\-/]*$/;

/** By its name, such as Europe/Berlin; an offset has no summer. */
export function isTimeZone(name: string): boolean {
  if (name.length > LONGEST_TIME_ZONE || !NAMED.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export interface WallClock {
  /** Such as 2026-11-23, which sorts as it passes. */
  day: string;
  /** From Monday, 0. */
  weekday: number;
  minute: number;
}

export function wallClock(timeZone: string, atMs: number): WallClock {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    ...({ year: "numeric", month: "2-digit", day: "2-digit" } as const),
    ...({ hour: "2-digit", minute: "2-digit" } as const),
  });
  const parts = Object.fromEntries(
    format.formatToParts(atMs).map(({ type, value }) => [type, value]),
  );
  const day = `${parts.year}-${parts.month}-${parts.day}`;
  const sundayFirst = new Date(`${day}T00:00:00Z`).getUTCDay();
  const minute = Number(parts.hour) * 60 + Number(parts.minute);
  return { day, weekday: (sundayFirst + 6) % 7, minute };
}

/** Null: always. */
export function isOpenAt(hours: OpeningHours | null, timeZone: string, atMs: number): boolean {
  if (hours === null) return true;
  const { weekday, minute } = wallClock(timeZone, atMs);
  const spans = hours[weekday] ?? [];
  return spans.some(({ fromMinute, toMinute }) => fromMinute <= minute && minute < toMinute);
}

/** What is wrong with them, or null. */
export function problemWithHours(hours: OpeningHours): { day: number; says: string } | null {
  if (hours.length !== WEEKDAYS.length) {
    return { day: 0, says: "Opening hours have seven days, Monday first." };
  }
  for (const [day, spans] of hours.entries()) {
    const says = objectionToDay(WEEKDAYS[day] ?? "", spans);
    if (says !== null) return { day, says };
  }
  return null;
}

function objectionToDay(name: string, spans: Span[]): string | null {
  if (spans.length > MAX_SPANS) return `${name} can have ${MAX_SPANS} spans of opening hours.`;
  let untilMinute = 0;
  for (const { fromMinute, toMinute } of spans) {
    const areMinutes = Number.isInteger(fromMinute) && Number.isInteger(toMinute);
    if (!areMinutes || fromMinute < 0 || toMinute > MINUTES_A_DAY) {
      return `The opening hours of ${name} are from 00:00 to 24:00, in whole minutes.`;
    }
    if (fromMinute >= toMinute) return `On ${name} the hours have to end after they begin.`;
    if (fromMinute < untilMinute) {
      return `On ${name} each span of hours has to begin after the one before has ended.`;
    }
    untilMinute = toMinute;
  }
  return null;
}
