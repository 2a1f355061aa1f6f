import { expect, test } from "vitest";
import { hasUsed } from "./used-time.ts";

test("time in which others had the processor is not counted, up to ten times the limit", () => {
  expect(hasUsed(1_000, { passedMs: 900, fromMs: 50, nowMs: 950 })).toBe(false);
  expect(hasUsed(1_000, { passedMs: 1_200, fromMs: 50, nowMs: 1_050 })).toBe(true);
  expect(hasUsed(1_000, { passedMs: 9_000, fromMs: 50, nowMs: 150 })).toBe(false);
  expect(hasUsed(1_000, { passedMs: 10_001, fromMs: 50, nowMs: 150 })).toBe(true);
});

test("a thread without a start time is measured from zero", () => {
  expect(hasUsed(4_000, { passedMs: 5_000, fromMs: null, nowMs: 400 })).toBe(false);
  expect(hasUsed(4_000, { passedMs: 5_000, fromMs: null, nowMs: 4_100 })).toBe(true);
});

test("wall time counts if processor time is not reported", () => {
  expect(hasUsed(1_000, { passedMs: 1_000, fromMs: null, nowMs: null })).toBe(true);
});

test("work that is slow because of the machine may have a higher wall limit", () => {
  const patient = { maxWallMs: 300_000, unmeasuredMs: 40_000 };
  expect(hasUsed(4_000, { passedMs: 90_000, fromMs: 0, nowMs: 1_000 }, patient)).toBe(false);
  expect(hasUsed(4_000, { passedMs: 90_000, fromMs: 0, nowMs: 4_000 }, patient)).toBe(true);
  expect(hasUsed(4_000, { passedMs: 300_001, fromMs: 0, nowMs: 1_000 }, patient)).toBe(true);
  expect(hasUsed(4_000, { passedMs: 39_000, fromMs: null, nowMs: null }, patient)).toBe(false);
  expect(hasUsed(4_000, { passedMs: 40_000, fromMs: null, nowMs: null }, patient)).toBe(true);
});
