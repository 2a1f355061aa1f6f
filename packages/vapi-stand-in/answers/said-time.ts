/**
 * The instant that a visitor means by a time of day, in place of a model that works it out: on the day, and by the clock, that
 * the assistant named before.
 */
const DAY = /\b([A-Z][a-z]+ \d{1,2}, \d{4})\b/;
export const TIME = /\b([01]?\d|2[0-3]):([0-5]\d)\b/;
const TIME_ZONE = /\bclock of ([\w+-]+(?:\/[\w+-]+)*)/;

/** As 2026-11-30T08:00Z. Null if the assistant named no day, or the visitor no time. */
export function saidTime(wish: string, before: readonly string[]): string | null {
  const [, hours, minutes] = TIME.exec(wish) ?? [];
  const named = before.findLast((words) => DAY.test(words) && TIME_ZONE.test(words));
  if (hours === undefined || minutes === undefined || named === undefined) return null;
  const [day, timeZone] = [DAY.exec(named)?.[1] ?? "", TIME_ZONE.exec(named)?.[1] ?? "UTC"];
  const asUtcMs = Date.parse(`${day} ${hours.padStart(2, "0")}:${minutes} UTC`);
  const offsetMs = Number.isNaN(asUtcMs) ? null : offsetAt(asUtcMs, timeZone);
  if (offsetMs === null) return null;
  return new Date(asUtcMs - offsetMs).toISOString().replace(":00.000Z", "Z");
}

/** How far the clock is ahead of UTC. Null if there is no such time zone. */
function offsetAt(atMs: number, timeZone: string): number | null {
  try {
    const format = { timeZone, dateStyle: "short", timeStyle: "medium" } as const;
    const shown = new Intl.DateTimeFormat("en-US", format).format(atMs);
    return Date.parse(`${shown} UTC`) - atMs;
  } catch {
    return null;
  }
}
