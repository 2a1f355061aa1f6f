import { expect, test } from "vitest";
import { daysAfter, daysOf, MAX_DAYS, spanOf, startOfDay } from "./call-days";

const HOUR_MS = 3_600_000;
const today = new Date(2026, 10, 21).getTime();

test("hours become the reader's days, and a quiet day is a day too", () => {
  const span = { fromMs: daysAfter(today, -2), toMs: daysAfter(today, 1) };
  const hours = [
    { hourMs: span.fromMs, calls: 1, seconds: 30 },
    { hourMs: span.fromMs + 23 * HOUR_MS, calls: 2, seconds: 63 },
    { hourMs: today + 5 * HOUR_MS, calls: 4, seconds: 600 },
  ];
  expect(daysOf(hours, span)).toEqual([
    { startMs: span.fromMs, calls: 3, minutes: 1.6 },
    { startMs: daysAfter(today, -1), calls: 0, minutes: 0 },
    { startMs: today, calls: 4, minutes: 10 },
  ]);
});

test("an hour before the first day is not the first day's", () => {
  const span = { fromMs: today, toMs: daysAfter(today, 1) };
  const [day] = daysOf([{ hourMs: today - HOUR_MS, calls: 1, seconds: 60 }], span);
  expect(day?.calls).toBe(0);
});

test("every day of a year begins at midnight, whatever the clocks do", () => {
  const span = { fromMs: new Date(2026, 0, 1).getTime(), toMs: new Date(2027, 0, 1).getTime() };
  const days = daysOf([], span);
  expect(days).toHaveLength(365);
  expect(days.filter(({ startMs }) => startOfDay(startMs) !== startMs)).toEqual([]);
});

test("without a filter it is the last thirty days, today included", () => {
  const span = spanOf({ fromMs: null, toMs: null }, today);
  expect(span).toEqual({ fromMs: daysAfter(today, -29), toMs: daysAfter(today, 1) });
});

test("a longer time is cut to its newest days, and the future is left out", () => {
  const span = spanOf({ fromMs: daysAfter(today, -400), toMs: daysAfter(today, 50) }, today);
  expect(span.toMs).toBe(daysAfter(today, 1));
  expect(daysOf([], span)).toHaveLength(MAX_DAYS);
});
