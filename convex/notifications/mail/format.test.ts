import { expect, test } from "vitest";
import { amountText, countOf, countText, dayText, timeText } from "./format";

test("days and times are written out, in UTC", () => {
  const atMs = Date.UTC(2026, 10, 3, 7, 5);
  expect(dayText(atMs)).toBe("3 November 2026");
  expect(timeText(atMs)).toBe("3 November 2026, 07:05 UTC");
});

test("amounts have their cents, and thousands are set apart", () => {
  expect([0, 5, 2900, 123_456_789].map(amountText)).toEqual([
    "$0.00",
    "$0.05",
    "$29.00",
    "$1,234,567.89",
  ]);
  expect([0, 12.5, 1000].map(countText)).toEqual(["0", "12.5", "1,000"]);
  expect([countOf(1, "call"), countOf(1200, "call")]).toEqual(["1 call", "1,200 calls"]);
});
