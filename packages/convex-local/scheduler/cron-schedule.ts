/** When a cron job runs next. All times are UTC. */
import type { CronSchedule } from "../deploy/deployment.ts";

/** The values that each part of the time may have; null means any. */
interface Pattern {
  minutes: Set<number>;
  hours: Set<number>;
  daysOfMonth: Set<number> | null;
  months: Set<number>;
  daysOfWeek: Set<number> | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
// Far enough to meet any 29 February on any weekday.
const DAYS_SEARCHED = 366 * 40;
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The first run at or after a moment, or for an interval one full interval after the last run. */
export function nextRunMs(
  schedule: CronSchedule,
  afterMs: number,
  lastRunMs: number | null,
): number {
  if (schedule.type !== "interval") return nextMatchMs(patternOf(schedule), afterMs);
  // An interval starts with the deployment that brings it.
  if (lastRunMs === null) return afterMs;
  const { seconds = 0, minutes = 0, hours = 0 } = schedule;
  const intervalMs = seconds * 1_000 + minutes * MINUTE_MS + hours * HOUR_MS;
  if (intervalMs <= 0) throw new RangeError("The interval of a cron job must be positive");
  const missed = Math.floor(Math.max(0, afterMs - lastRunMs) / intervalMs);
  return lastRunMs + (missed + 1) * intervalMs;
}

function nextMatchMs(pattern: Pattern, afterMs: number): number {
  const fromMs = Math.floor(afterMs / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  const firstDayMs = Math.floor(fromMs / DAY_MS) * DAY_MS;
  const hours = [...pattern.hours].sort((a, b) => a - b);
  const minutes = [...pattern.minutes].sort((a, b) => a - b);
  for (let day = 0; day < DAYS_SEARCHED; day += 1) {
    const dayMs = firstDayMs + day * DAY_MS;
    if (!isOnDay(pattern, new Date(dayMs))) continue;
    for (const hour of hours) {
      for (const minute of minutes) {
        const runMs = dayMs + hour * HOUR_MS + minute * MINUTE_MS;
        if (runMs >= fromMs) return runMs;
      }
    }
  }
  throw new RangeError("The cron schedule matches no date");
}

function isOnDay({ daysOfMonth, months, daysOfWeek }: Pattern, date: Date): boolean {
  if (!months.has(date.getUTCMonth() + 1)) return false;
  const isDayOfMonth = daysOfMonth?.has(date.getUTCDate());
  const isDayOfWeek = daysOfWeek?.has(date.getUTCDay());
  // As in every cron: when both are given, either will do.
  if (isDayOfMonth !== undefined && isDayOfWeek !== undefined) return isDayOfMonth || isDayOfWeek;
  return isDayOfMonth ?? isDayOfWeek ?? true;
}

function patternOf(schedule: Exclude<CronSchedule, { type: "interval" }>): Pattern {
  const everyMonth = range(1, 12);
  const every = { daysOfMonth: null, months: everyMonth, daysOfWeek: null };
  switch (schedule.type) {
    case "hourly":
      return { ...every, minutes: new Set([schedule.minuteUTC ?? 0]), hours: range(0, 23) };
    case "daily":
      return { ...every, ...timeOf(schedule) };
    case "weekly":
      return { ...every, ...timeOf(schedule), daysOfWeek: new Set([weekday(schedule.dayOfWeek)]) };
    case "monthly":
      return { ...every, ...timeOf(schedule), daysOfMonth: new Set([schedule.day]) };
    case "cron":
      return parseCron(schedule.cron);
  }
}

function timeOf({ hourUTC, minuteUTC }: { hourUTC: number; minuteUTC?: number }) {
  return { hours: new Set([hourUTC]), minutes: new Set([minuteUTC ?? 0]) };
}

function weekday(name: string): number {
  return WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase());
}

/** Five fields: minute, hour, day of month, month, day of week. */
export function parseCron(text: string): Pattern {
  const fields = text.trim().split(/\s+/);
  const [minute = "", hour = "", day = "", month = "", weekdayField = ""] = fields;
  if (fields.length !== 5)
    throw new RangeError(`Cron schedule ${JSON.stringify(text)} needs five fields`);
  const daysOfWeek = parseField(weekdayField, 0, 7, WEEKDAYS);
  if (daysOfWeek.has(7)) daysOfWeek.add(0);
  return {
    minutes: parseField(minute, 0, 59),
    hours: parseField(hour, 0, 23),
    daysOfMonth: day === "*" ? null : parseField(day, 1, 31),
    months: parseField(month, 1, 12, MONTHS),
    daysOfWeek: weekdayField === "*" ? null : daysOfWeek,
  };
}

/** `*`, `5`, `1-5`, `mon-fri`, any of them with `/step`, and lists of these. */
function parseField(
  text: string,
  lowest: number,
  highest: number,
  names: string[] = [],
): Set<number> {
  const values = new Set<number>();
  for (const part of text.split(",")) {
    const [span = "", stepText] = part.split("/");
    const [firstText = "", lastText] =
      span === "*" ? [String(lowest), String(highest)] : span.split("-");
    const toNumber = (word: string) => {
      const named = names.indexOf(word.toLowerCase());
      return named === -1 ? Number(word) : named + lowest;
    };
    const first = toNumber(firstText);
    const last =
      lastText === undefined ? (stepText === undefined ? first : highest) : toNumber(lastText);
    const step = stepText === undefined ? 1 : Number(stepText);
    const isValid =
      [first, last, step].every(Number.isInteger) &&
      first >= lowest &&
      last <= highest &&
      first <= last &&
      step > 0;
    if (!isValid) throw new RangeError(`Cron field ${JSON.stringify(part)} is not valid`);
    for (let value = first; value <= last; value += step) values.add(value);
  }
  return values;
}

function range(first: number, last: number): Set<number> {
  return new Set(Array.from({ length: last - first + 1 }, (_, i) => first + i));
}
