import { expect, test } from "vitest";
import { endOfNote } from "./note-ends";

const at = (time: string) => new Date(time).getTime();
const iso = (ms: number) => new Date(ms).toISOString();

test.each([
  ["today", "Europe/Berlin", "2026-11-27T10:20:30Z", "2026-11-27T22:59:00.000Z"],
  ["today", "America/Los_Angeles", "2026-11-27T10:20:30Z", "2026-11-28T07:59:00.000Z"],
  ["tomorrow", "Europe/Berlin", "2026-11-27T10:20:30Z", "2026-11-28T22:59:00.000Z"],
  // The clocks go back and forward on these days.
  ["today", "Europe/Berlin", "2026-10-24T23:30:00Z", "2026-10-25T22:59:00.000Z"],
  ["today", "Europe/Berlin", "2026-03-28T23:30:00Z", "2026-03-29T21:59:00.000Z"],
  ["today", "Asia/Kolkata", "2026-11-27T18:29:59Z", "2026-11-27T18:29:00.000Z"],
  ["week", "Europe/Berlin", "2026-11-27T10:20:30Z", "2026-12-04T10:20:30.000Z"],
] as const)("%s in %s at %s ends at %s", (end, timeZone, now, expected) => {
  expect(iso(endOfNote(end, "", timeZone, at(now)))).toBe(expected);
});

test("a time is the reader's own, and nothing is no time", () => {
  expect(endOfNote("at", "2026-11-27T18:00", "UTC", 0)).toBe(at("2026-11-27T18:00"));
  expect(endOfNote("at", "", "UTC", 0)).toBeNaN();
});
