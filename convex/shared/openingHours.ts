/**
 * When visitors can call an assistant, by the local time of a time zone. When the clocks change, a span is an hour
 * shorter or longer: it opens and closes by local time.
 */

/** In minutes since midnight; 1440 is the end of the day. */
export interface Span {
  fromMinute: number;
  toMinute: number;
}

/** One entry for each day of the week, Monday first. A day without a span is closed. */
export type OpeningHours = Span[][];

export const WEEKDAYS = [
  ...["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
];
export const MINUTES_A_DAY = 1440;
export const MAX_SPANS = 4;

/** The first suggestion. */
export const OFFICE_HOURS: OpeningHours = WEEKDAYS.map((_, day) =>
  day < 5 ? [{ fromMinute: 9 * 60, toMinute: 17 * 60 }] : [],
);

const LONGEST_TIME_ZONE = 64;
const NAMED = /^[A-Za-z][\w+\-/]*$/;

/** True for names such as Europe/Berlin. An offset does not follow daylight saving time. */
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
  /** Such as 2026-11-23, which sorts by time. */
  day: string;
  /** Monday is 0. */
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

/** Hours that are null mean always open. */
export function isOpenAt(hours: OpeningHours | null, timeZone: string, atMs: number): boolean {
  if (hours === null) return true;
  const { weekday, minute } = wallClock(timeZone, atMs);
  const spans = hours[weekday] ?? [];
  return spans.some(({ fromMinute, toMinute }) => fromMinute <= minute && minute < toMinute);
}

export interface NextOpening {
  /** 0 for today. At most a week. */
  daysAhead: number;
  /** Monday is 0. */
  weekday: number;
  minute: number;
}

/** When a closed assistant opens. Null if it never does, or is always open. */
export function nextOpening(
  hours: OpeningHours | null,
  timeZone: string,
  atMs: number,
): NextOpening | null {
  if (hours === null) return null;
  const { weekday: today, minute: now } = wallClock(timeZone, atMs);
  for (let daysAhead = 0; daysAhead <= WEEKDAYS.length; daysAhead += 1) {
    const weekday = (today + daysAhead) % WEEKDAYS.length;
    const spans = hours[weekday] ?? [];
    const next = spans.find(({ fromMinute }) => daysAhead > 0 || fromMinute > now);
    if (next !== undefined) return { daysAhead, weekday, minute: next.fromMinute };
  }
  return null;
}

/** Such as 08:00. The end of the day is 24:00. */
export function clockTime(minute: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** The first problem and its day, or null. */
export function problemWithHours(hours: OpeningHours): { day: number; says: string } | null {
  if (hours.length !== WEEKDAYS.length) {
    return { day: 0, says: "Opening hours need seven days, starting with Monday." };
  }
  for (const [day, spans] of hours.entries()) {
    const says = objectionToDay(WEEKDAYS[day] ?? "", spans);
    if (says !== null) return { day, says };
  }
  return null;
}

function objectionToDay(name: string, spans: Span[]): string | null {
  if (spans.length > MAX_SPANS) return `${name} can have at most ${MAX_SPANS} time spans.`;
  let untilMinute = 0;
  for (const { fromMinute, toMinute } of spans) {
    const areMinutes = Number.isInteger(fromMinute) && Number.isInteger(toMinute);
    if (!areMinutes || fromMinute < 0 || toMinute > MINUTES_A_DAY) {
      return `Please enter the times for ${name} as whole minutes from 00:00 to 24:00.`;
    }
    if (fromMinute >= toMinute)
      return `On ${name}, the closing time must be after the opening time.`;
    if (fromMinute < untilMinute) {
      return `On ${name}, each time span must start after the previous one ends.`;
    }
    untilMinute = toMinute;
  }
  return null;
}
