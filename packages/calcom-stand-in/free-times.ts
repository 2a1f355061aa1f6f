/** When an event type can be booked: Monday to Saturday, 9 to 17 by the host's clock, from an hour ahead to 60 days. */
import type { EventType } from "./events.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOTICE_MS = HOUR_MS;
const WINDOW_MS = 60 * DAY_MS;
const OPENS = 9 * 60;
const CLOSES = 17 * 60;
const SUNDAY = "Sun";
const STEP_MS = 15 * 60_000;

export interface Span {
  startMs: number;
  endMs: number;
}

export function isBookable(event: EventType, { startMs, endMs }: Span, nowMs: number): boolean {
  if (startMs < nowMs + NOTICE_MS || startMs > nowMs + WINDOW_MS) return false;
  const start = clockIn(event.timeZone, startMs);
  const end = start.minute + (endMs - startMs) / 60_000;
  const isOnGrid = (start.minute - OPENS) % Math.min(...event.lengths) === 0;
  return start.weekday !== SUNDAY && start.minute >= OPENS && end <= CLOSES && isOnGrid;
}

export function freeTimes(
  event: EventType,
  within: Span,
  { minutes, taken, nowMs }: { minutes: number; taken: Span[]; nowMs: number },
): number[] {
  const free: number[] = [];
  const firstMs = Math.ceil(Math.max(within.startMs, nowMs) / STEP_MS) * STEP_MS;
  const lastMs = Math.min(within.endMs, nowMs + WINDOW_MS);
  for (let startMs = firstMs; startMs < lastMs; startMs += STEP_MS) {
    const span = { startMs, endMs: startMs + minutes * 60_000 };
    if (isBookable(event, span, nowMs) && !taken.some((one) => overlaps(one, span))) {
      free.push(startMs);
    }
  }
  return free;
}

export function overlaps(one: Span, other: Span): boolean {
  return one.startMs < other.endMs && other.startMs < one.endMs;
}

/** The instant with the offset of a time zone, such as 2026-11-30T09:00:00.000+01:00. */
export function withOffset(timeZone: string, atMs: number): string {
  const { day, minute } = clockIn(timeZone, atMs);
  const localMs = Date.parse(`${day}T00:00:00Z`) + minute * 60_000;
  const offset = Math.round((localMs - Math.floor(atMs / 60_000) * 60_000) / 60_000);
  const sign = offset < 0 ? "-" : "+";
  const two = (value: number) => String(value).padStart(2, "0");
  const zone = `${two(Math.trunc(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
  return `${day}T${two(Math.trunc(minute / 60))}:${two(minute % 60)}:00.000${sign}${zone}`;
}

export function dayIn(timeZone: string, atMs: number): string {
  return clockIn(timeZone, atMs).day;
}

function clockIn(timeZone: string, atMs: number) {
  const format = new Intl.DateTimeFormat("en-US", {
    ...({ timeZone, hourCycle: "h23", weekday: "short" } as const),
    ...({ year: "numeric", month: "2-digit", day: "2-digit" } as const),
    ...({ hour: "2-digit", minute: "2-digit" } as const),
  });
  const parts = Object.fromEntries(
    format.formatToParts(atMs).map(({ type, value }) => [type, value]),
  );
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    weekday: parts.weekday ?? "",
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  };
}
