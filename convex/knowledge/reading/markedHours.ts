import {
  MINUTES_A_DAY,
  type OpeningHours,
  problemWithHours,
  type Span,
  WEEKDAYS,
} from "../../shared/openingHours";
import { isRecord, listOf, textOf } from "./untyped";

/**
 * Opening hours as schema.org writes them: https://schema.org/openingHours, https://schema.org/OpeningHoursSpecification
 * and https://developers.google.com/search/docs/appearance/structured-data/local-business.
 */

const DAYS = ["mo", "tu", "we", "th", "fr", "sa", "su"];
const MAX_ENTRIES = 60;
const MAX_TEXT_LENGTH = 300;
const DAY = "[A-Za-z]{2,9}";
const TIME = "\\d{1,2}(?::\\d{2})?";
const DAYS_AND_TIMES = new RegExp(
  `(${DAY}(?:\\s*[-–,]\\s*${DAY})*)\\s*:?\\s+(${TIME}\\s*[-–]\\s*${TIME}(?:\\s*,\\s*${TIME}\\s*[-–]\\s*${TIME})*)`,
  "g",
);
const ONLY_DAYS = new RegExp(`^${DAY}(?:\\s*[-–,]\\s*${DAY})*$`);

interface Entry {
  days: number[];
  fromMinute: number;
  toMinute: number;
}

/** From `openingHours`, such as "Mo-Fr 08:00-12:00, 13:00-18:00", alone or in a list. */
export function hoursOfTexts(value: unknown): OpeningHours | null {
  const entries = listOf(value, MAX_ENTRIES).flatMap((one) =>
    entriesOfText(textOf(one, MAX_TEXT_LENGTH)),
  );
  return combine(entries);
}

/** From `openingHoursSpecification`. Entries for certain dates are holidays and say nothing about a usual week. */
export function hoursOfSpecifications(value: unknown): OpeningHours | null {
  const entries = listOf(value, MAX_ENTRIES).flatMap((one): Entry[] => {
    if (!isRecord(one) || one.validFrom !== undefined || one.validThrough !== undefined) return [];
    const days = listOf(one.dayOfWeek, MAX_ENTRIES).flatMap((day) => daysOf(textOf(day, 60)));
    const fromMinute = minuteOf(textOf(one.opens, 20));
    const toMinute = minuteOf(textOf(one.closes, 20));
    return fromMinute === null || toMinute === null ? [] : [{ days, fromMinute, toMinute }];
  });
  return combine(entries);
}

function entriesOfText(text: string): Entry[] {
  if (ONLY_DAYS.test(text)) {
    return [{ days: daysOf(text), fromMinute: 0, toMinute: MINUTES_A_DAY }];
  }
  return [...text.matchAll(DAYS_AND_TIMES)].flatMap(([, days = "", times = ""]) =>
    times.split(",").flatMap((span): Entry[] => {
      const [from, to] = span.split(/[-–]/).map(minuteOf);
      if (from === undefined || to === undefined || from === null || to === null) return [];
      return [{ days: daysOf(days), fromMinute: from, toMinute: to }];
    }),
  );
}

/** Of `Mo`, `Mo,We`, `Fr-Su`, `Monday` and `https://schema.org/Monday`. */
function daysOf(text: string): number[] {
  return text
    .replace(/^https?:\/\/schema\.org\//i, "")
    .split(",")
    .flatMap((part) => {
      const [from, to] = part.split(/[-–]/).map(dayOf);
      if (from === undefined || from === -1 || to === -1) return [];
      const last = to ?? from;
      const count = ((last - from + DAYS.length) % DAYS.length) + 1;
      return Array.from({ length: count }, (_, index) => (from + index) % DAYS.length);
    });
}

function dayOf(name: string): number {
  const short = name.trim().toLowerCase();
  const day = DAYS.indexOf(short.slice(0, 2));
  return (WEEKDAYS[day]?.toLowerCase().startsWith(short) ?? false) ? day : -1;
}

function minuteOf(text: string): number | null {
  const [, hours, minutes = "0"] =
    /^\s*(\d{1,2})(?::(\d{2}))?(?::\d{2})?(?:\+.*|Z)?\s*$/.exec(text) ?? [];
  if (hours === undefined) return null;
  const minute = Number(hours) * 60 + Number(minutes);
  return minute > MINUTES_A_DAY || Number(minutes) > 59 ? null : minute;
}

/** Null if nothing valid is left. From 00:00 to 00:00 means closed; until 23:59 means until midnight. */
function combine(entries: readonly Entry[]): OpeningHours | null {
  const week: Span[][] = WEEKDAYS.map(() => []);
  for (const { days, fromMinute, toMinute } of entries) {
    for (const day of days) {
      const today = week[day];
      const tomorrow = week[(day + 1) % week.length];
      if (today === undefined || tomorrow === undefined || fromMinute === toMinute) continue;
      if (fromMinute < toMinute) {
        const end = toMinute === MINUTES_A_DAY - 1 ? MINUTES_A_DAY : toMinute;
        today.push({ fromMinute, toMinute: end });
        continue;
      }
      today.push({ fromMinute, toMinute: MINUTES_A_DAY });
      if (toMinute > 0) tomorrow.push({ fromMinute: 0, toMinute });
    }
  }
  const hours = week.map(joinSpans);
  const isEmpty = hours.every((spans) => spans.length === 0);
  return isEmpty || problemWithHours(hours) !== null ? null : hours;
}

/** In order, with overlapping and adjacent spans made one. */
function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.fromMinute - other.fromMinute)) {
    const last = joined.at(-1);
    if (last === undefined || span.fromMinute > last.toMinute) joined.push({ ...span });
    else last.toMinute = Math.max(last.toMinute, span.toMinute);
  }
  return joined;
}
