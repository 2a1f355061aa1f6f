// @vitest-environment node
import { expect, test } from "vitest";
import { shouldRecord } from "./seenSites";

const NOW = Date.UTC(2026, 10, 26, 12);
const HOUR_MS = 3_600_000;
const seen = (count: number, hoursAgo: number) =>
  Array.from({ length: count }, (_, index) => ({
    site: `https://${index}.example`,
    atMs: NOW - hoursAgo * HOUR_MS,
  }));

test("a site is noted once a day", () => {
  expect(shouldRecord([], "https://0.example", NOW)).toBe(true);
  expect(shouldRecord(seen(1, 23), "https://0.example", NOW)).toBe(false);
  expect(shouldRecord(seen(1, 25), "https://0.example", NOW)).toBe(true);
});

test("on a day that has as many as are kept no other is noted, and on the next it is", () => {
  expect(shouldRecord(seen(9, 1), "https://other.example", NOW)).toBe(true);
  expect(shouldRecord(seen(10, 1), "https://other.example", NOW)).toBe(false);
  expect(shouldRecord(seen(10, 25), "https://other.example", NOW)).toBe(true);
});
