/** When a cron job runs next. All times are UTC. */
import { Cron } from "croner";
import type { CronSchedule } from "../deploy/deployment.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The first run after a moment, or for an interval one full interval after the last run. */
export function nextRunMs(
  schedule: CronSchedule,
  afterMs: number,
  lastRunMs: number | null,
): number {
  if (schedule.type !== "interval") return nextMatchMs(expressionOf(schedule), afterMs);
  // An interval starts with the deployment that brings it.
  if (lastRunMs === null) return afterMs;
  const { seconds = 0, minutes = 0, hours = 0 } = schedule;
  const intervalMs = seconds * 1_000 + minutes * MINUTE_MS + hours * HOUR_MS;
  if (intervalMs <= 0) throw new RangeError("The interval of a cron job must be positive");
  const missed = Math.floor(Math.max(0, afterMs - lastRunMs) / intervalMs);
  return lastRunMs + (missed + 1) * intervalMs;
}

function nextMatchMs(expression: string, afterMs: number): number {
  const next = new Cron(expression, { mode: "5-part", timezone: "UTC" }).nextRun(new Date(afterMs));
  if (next === null) throw new RangeError(`The cron schedule ${expression} matches no date`);
  return next.getTime();
}

/** Five fields: minute, hour, day of month, month, day of week. */
function expressionOf(schedule: Exclude<CronSchedule, { type: "interval" }>): string {
  const { minuteUTC = 0 } = schedule as { minuteUTC?: number };
  switch (schedule.type) {
    case "hourly":
      return `${minuteUTC} * * * *`;
    case "daily":
      return `${minuteUTC} ${schedule.hourUTC} * * *`;
    case "weekly":
      return `${minuteUTC} ${schedule.hourUTC} * * ${schedule.dayOfWeek.slice(0, 3)}`;
    case "monthly":
      return `${minuteUTC} ${schedule.hourUTC} ${schedule.day} * *`;
    case "cron":
      return schedule.cron;
  }
}
