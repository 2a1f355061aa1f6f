import { expect, test } from "vitest";
import { delayAfter, retryAfterMs } from "./retries";

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 0, 1);

test("ten attempts in all, over three days", () => {
  const delays = Array.from({ length: 10 }, (_, failed) => delayAfter(failed + 1, 0));
  expect(delays.slice(0, 2)).toEqual([5_000, 300_000]);
  expect(delays.at(-1)).toBeNull();
  const wholeMs = delays.reduce<number>((sum, delay) => sum + (delay ?? 0), 0);
  expect(wholeMs / HOUR_MS).toBeCloseTo(75.585, 2);
});

test("simultaneous failures are not retried simultaneously", () => {
  expect(delayAfter(4, 1)).toBe(132 * 60_000);
});

test.each([
  ["120", 120_000],
  [new Date(NOW + 60_000).toUTCString(), 60_000],
  ["999999999", HOUR_MS],
  [new Date(NOW - 60_000).toUTCString(), null],
  ["0", null],
  ["-5", null],
  ["soon", null],
  [null, null],
])("a receiver that says %s is left alone for %s ms", (given, waitMs) => {
  expect(retryAfterMs(given, NOW)).toBe(waitMs);
});
