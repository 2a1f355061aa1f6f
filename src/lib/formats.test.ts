import { expect, test } from "vitest";
import {
  formatCost,
  formatCounted,
  formatDate,
  formatDateTime,
  formatDay,
  formatDayTime,
  formatDuration,
  formatNumber,
  formatResponseTime,
} from "./formats";

test.each([
  [0, "$0.00"],
  [0.125, "$0.13"],
  [0.01, "$0.01"],
  [0.0099, "$0.0099"],
  [0.00004, "$0.0000"],
  [1234.5, "$1,234.50"],
])("a cost of %d dollars reads as %s", (dollars, text) => {
  expect(formatCost(dollars)).toBe(text);
});

test.each([
  [0, "0:00"],
  [7, "0:07"],
  [59.6, "1:00"],
  [75, "1:15"],
  [3_661, "61:01"],
  [-3, "0:00"],
])("%d seconds last %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test.each([
  [0, "0 ms"],
  [12.4, "12 ms"],
  [999, "999 ms"],
  [1_000, "1.0 s"],
  [9_960, "10.0 s"],
])("an answer after %d ms came after %s", (ms, text) => {
  expect(formatResponseTime(ms)).toBe(text);
});

test.each([
  [0, "0"],
  [12.34, "12.3"],
  [1_000, "1,000"],
])("%d reads as %s", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test("one is counted as one", () => {
  expect(formatCounted(1, "call")).toBe("1 call");
  expect(formatCounted(0, "call")).toBe("0 calls");
  expect(formatCounted(1_200, "call")).toBe("1,200 calls");
});

test("times are the reader's own, whichever way they came", () => {
  const time = new Date(2026, 10, 21, 9, 5);
  const inWords = time.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  expect(formatDateTime(time.toISOString())).toBe(inWords);
  expect(formatDateTime(time.getTime())).toBe(inWords);
  expect(formatDate(time.getTime())).toBe(
    time.toLocaleDateString(undefined, { dateStyle: "medium" }),
  );
  expect(formatDay(time.getTime())).toContain("21");
  expect(formatDay(time.getTime())).not.toContain("2026");
  expect(formatDayTime(time.getTime())).toMatch(/21.*05/);
  expect(formatDayTime(time.getTime())).not.toContain("2026");
});
