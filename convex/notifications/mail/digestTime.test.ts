import { expect, test } from "vitest";
import { isTimeZone, nextDigestAt } from "./digestTime";

const next = (from: string, hour: number, zone: string) =>
  new Date(nextDigestAt(Date.parse(from), hour, zone)).toISOString();

test.each([
  ["2026-01-10T03:00:00Z", 8, "Europe/Berlin", "2026-01-10T07:00:00.000Z"],
  ["2026-07-10T03:00:00Z", 8, "Europe/Berlin", "2026-07-10T06:00:00.000Z"],
  ["2026-01-10T07:00:00Z", 8, "Europe/Berlin", "2026-01-11T07:00:00.000Z"],
  ["2026-01-10T03:00:00Z", 0, "Asia/Kathmandu", "2026-01-10T18:15:00.000Z"],
  ["2026-01-10T03:00:00Z", 23, "America/Los_Angeles", "2026-01-10T07:00:00.000Z"],
  ["2026-01-10T07:59:59Z", 8, "UTC", "2026-01-10T08:00:00.000Z"],
  // On that day there is no such hour.
  ["2026-03-29T00:00:00Z", 2, "Europe/Berlin", "2026-03-30T00:00:00.000Z"],
])("after %s, %s o'clock in %3$s is %4$s", (from, hour, zone, at) => {
  expect(next(from, hour, zone)).toBe(at);
});

test("what is no time zone is none", () => {
  expect(["Europe/Zurich", "UTC", "Mars/Olympus", "", "../etc"].map(isTimeZone)).toEqual([
    ...[true, true, false, false, false],
  ]);
});
