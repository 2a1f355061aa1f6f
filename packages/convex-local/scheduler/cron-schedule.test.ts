import { expect, test } from "vitest";
import type { CronSchedule } from "../deploy/deployment.ts";
import { nextRunMs } from "./cron-schedule.ts";

const at = (text: string) => Date.parse(text);

function next(schedule: CronSchedule, after: string): string {
  return new Date(nextRunMs(schedule, at(after), null)).toISOString().slice(0, 16);
}

test("an hourly job runs at the next occurrence of its minute", () => {
  expect(next({ type: "hourly", minuteUTC: 30 }, "2026-03-01T10:15:00Z")).toBe("2026-03-01T10:30");
  expect(next({ type: "hourly", minuteUTC: 30 }, "2026-03-01T10:30:00Z")).toBe("2026-03-01T11:30");
});

test("a daily job whose hour has passed runs tomorrow", () => {
  const daily: CronSchedule = { type: "daily", hourUTC: 3, minuteUTC: 5 };
  expect(next(daily, "2026-12-31T03:05:00Z")).toBe("2027-01-01T03:05");
});

test("a weekly job runs on its weekday", () => {
  const weekly: CronSchedule = { type: "weekly", dayOfWeek: "tuesday", hourUTC: 17, minuteUTC: 30 };
  expect(next(weekly, "2026-11-21T00:00:00Z")).toBe("2026-11-24T17:30");
});

test("a monthly job on the 31st skips shorter months", () => {
  const monthly: CronSchedule = { type: "monthly", day: 31, hourUTC: 0, minuteUTC: 0 };
  expect(next(monthly, "2026-03-31T00:00:00Z")).toBe("2026-05-31T00:00");
});

test.each([
  ["*/15 * * * *", "2026-03-01T10:16:00Z", "2026-03-01T10:30"],
  ["0 9-17/4 * * mon-fri", "2026-11-21T12:00:00Z", "2026-11-23T09:00"],
  ["0 0 29 2 *", "2026-01-01T00:00:00Z", "2028-02-29T00:00"],
  ["0 0 13 * fri", "2026-11-21T00:00:00Z", "2026-11-27T00:00"],
  ["5,35 4 * jan 0", "2026-11-21T00:00:00Z", "2027-01-03T04:05"],
])("the expression %s after %s runs at %s", (cron, after, expected) => {
  expect(next({ type: "cron", cron }, after)).toBe(expected);
});

test.each([
  "* * * *",
  "60 * * * *",
  "* 24 * * *",
  "* * 0 * *",
  "* * * 13 *",
  "a * * * *",
  "*/0 * * * *",
])("the expression %s is refused", (cron) => {
  expect(() => next({ type: "cron", cron }, "2026-01-01T00:00:00Z")).toThrow(
    cron.split(" ").length === 5 ? /./ : /parts/,
  );
});

test("an expression that matches no date is refused instead of searched for ever", () => {
  expect(() => next({ type: "cron", cron: "0 0 31 2 *" }, "2026-01-01T00:00:00Z")).toThrow(
    "matches no date",
  );
});

test("[J5] an interval starts at once, keeps its beat, and skips what was missed", () => {
  const interval: CronSchedule = { type: "interval", minutes: 10 };
  const start = at("2026-03-01T10:00:00Z");
  expect(nextRunMs(interval, start, null)).toBe(start);
  expect(nextRunMs(interval, start, start)).toBe(at("2026-03-01T10:10:00Z"));
  expect(nextRunMs(interval, at("2026-03-01T10:35:00Z"), start)).toBe(at("2026-03-01T10:40:00Z"));
});
