import { expect, test } from "vitest";
import {
  isOpenAt,
  isTimeZone,
  nextOpening,
  problemWithHours,
  OFFICE_HOURS,
  type OpeningHours,
  wallClock,
  WEEKDAYS,
} from "./openingHours";

const at = (text: string) => Date.parse(text);
const BERLIN = "Europe/Berlin";

/** The same hours on each day. */
function daily(...spans: [number, number][]): OpeningHours {
  return WEEKDAYS.map(() =>
    spans.map(([from, to]) => ({ fromMinute: from * 60, toMinute: to * 60 })),
  );
}

test.each([
  ["2026-11-23T08:00:00Z", "2026-11-23", 0, 9 * 60],
  ["2026-11-22T23:30:00Z", "2026-11-23", 0, 30],
  ["2026-07-05T22:15:00Z", "2026-07-06", 0, 15],
  ["2026-12-31T22:59:00Z", "2026-12-31", 3, 23 * 60 + 59],
])("at %s it is %s in Berlin", (time, day, weekday, minute) => {
  expect(wallClock(BERLIN, at(time))).toEqual({ day, weekday, minute });
});

test("zones that are half an hour off have their own minutes", () => {
  expect(wallClock("Asia/Kolkata", at("2026-11-23T18:29:00Z"))).toMatchObject({
    day: "2026-11-23",
    minute: 23 * 60 + 59,
  });
  expect(wallClock("Asia/Kolkata", at("2026-11-23T18:30:00Z"))).toMatchObject({
    day: "2026-11-24",
    minute: 0,
  });
});

test("a span begins with its first minute and ends before its last", () => {
  const open = (time: string) => isOpenAt(OFFICE_HOURS, BERLIN, at(time));
  expect(open("2026-11-23T07:59:59Z")).toBe(false);
  expect(open("2026-11-23T08:00:00Z")).toBe(true);
  expect(open("2026-11-23T15:59:59Z")).toBe(true);
  expect(open("2026-11-23T16:00:00Z")).toBe(false);
  expect(open("2026-11-28T10:00:00Z"), "a Saturday").toBe(false);
  expect(isOpenAt(null, BERLIN, at("2026-11-28T10:00:00Z"))).toBe(true);
});

test("the end of the day joins the beginning of the next", () => {
  const hours = daily([0, 2], [22, 24]);
  const open = (time: string) => isOpenAt(hours, BERLIN, at(time));
  expect(open("2026-11-23T22:59:59Z")).toBe(true);
  expect(open("2026-11-23T23:00:00Z")).toBe(true);
  expect(open("2026-11-24T01:00:00Z")).toBe(false);
});

// The last Sunday of March: 01:59 CET, which is 00:59 UTC, is followed by 03:00 CEST.
test("in spring the hour that is left out is never open, and what follows is in time", () => {
  const open = (hours: OpeningHours, time: string) => isOpenAt(hours, BERLIN, at(time));
  const left = daily([2, 3]);
  const sunday = Array.from({ length: 24 * 60 }, (_, minute) =>
    isOpenAt(left, BERLIN, at("2026-03-28T23:00:00Z") + minute * 60_000),
  );
  expect(sunday.filter(Boolean)).toEqual([]);
  expect(open(daily([9, 17]), "2026-03-28T08:00:00Z"), "nine in winter").toBe(true);
  expect(open(daily([9, 17]), "2026-03-29T06:59:00Z")).toBe(false);
  expect(open(daily([9, 17]), "2026-03-29T07:00:00Z"), "nine in summer").toBe(true);
  expect(open(daily([1, 4]), "2026-03-29T00:59:00Z")).toBe(true);
  expect(open(daily([1, 4]), "2026-03-29T01:59:00Z")).toBe(true);
  expect(open(daily([1, 4]), "2026-03-29T02:00:00Z")).toBe(false);
});

// The last Sunday of October: 02:59 CEST, which is 00:59 UTC, is followed by 02:00 CET.
test("in autumn the hour that comes twice is open twice", () => {
  const openMinutes = Array.from({ length: 25 * 60 }, (_, minute) =>
    isOpenAt(daily([2, 3]), BERLIN, at("2026-10-24T22:00:00Z") + minute * 60_000),
  );
  expect(openMinutes.filter(Boolean)).toHaveLength(120);
  expect(isOpenAt(daily([9, 17]), BERLIN, at("2026-10-25T07:59:00Z"))).toBe(false);
  expect(isOpenAt(daily([9, 17]), BERLIN, at("2026-10-25T08:00:00Z"))).toBe(true);
});

test.each(["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5"])(
  "%s is a time zone",
  (name) => expect(isTimeZone(name)).toBe(true),
);

test.each(["", "+02:00", "Mars/Olympus", "Europe/Berlin ", "x".repeat(65), "../etc"])(
  "'%s' is none",
  (name) => expect(isTimeZone(name)).toBe(false),
);

test.each([
  [[], "Opening hours need seven days, starting with Monday."],
  [daily([9, 9]), "On Monday, the closing time must be after the opening time."],
  [daily([9, 12], [11, 13]), "On Monday, each time span must start after the previous one ends."],
  [daily([9, 25]), "Please enter the times for Monday as whole minutes from 00:00 to 24:00."],
  [daily([0.01, 1]), "Please enter the times for Monday as whole minutes from 00:00 to 24:00."],
  [daily([1, 2], [3, 4], [5, 6], [7, 8], [9, 10]), "Monday can have at most 4 time spans."],
])("%o are refused", (hours, says) => {
  expect(problemWithHours(hours)).toEqual({ day: 0, says });
});

test("several spans a day, and days without any, are right", () => {
  expect(problemWithHours(daily([9, 12], [12, 18]))).toBeNull();
  expect(problemWithHours(daily())).toBeNull();
  expect(problemWithHours(OFFICE_HOURS)).toBeNull();
});

const MONDAY_TO_FRIDAY = OFFICE_HOURS;
const ONLY_MONDAY = WEEKDAYS.map((_, day) =>
  day === 0 ? [{ fromMinute: 8 * 60, toMinute: 9 * 60 }] : [],
);

test.each([
  // A Friday evening, a Monday before nine, and a Sunday.
  ["2026-11-27T20:00:00Z", MONDAY_TO_FRIDAY, { daysAhead: 3, weekday: 0, minute: 540 }],
  ["2026-11-30T06:00:00Z", MONDAY_TO_FRIDAY, { daysAhead: 0, weekday: 0, minute: 540 }],
  ["2026-11-29T12:00:00Z", MONDAY_TO_FRIDAY, { daysAhead: 1, weekday: 0, minute: 540 }],
  // Between two spans of a day, and after the only span of a week.
  ["2026-11-30T11:30:00Z", daily([8, 12], [13, 18]), { daysAhead: 0, weekday: 0, minute: 780 }],
  ["2026-11-30T09:00:00Z", ONLY_MONDAY, { daysAhead: 7, weekday: 0, minute: 480 }],
  ["2026-11-30T09:00:00Z", daily(), null],
  ["2026-11-30T09:00:00Z", null, null],
] as const)("closed at %s, it opens next by its local time", (time, hours, expected) => {
  expect(nextOpening(hours, BERLIN, at(time))).toEqual(expected);
});

test("the day on which it opens is that of the assistant's time zone", () => {
  // It is already Monday in Tokyo.
  const time = at("2026-11-29T16:00:00Z");
  expect(nextOpening(OFFICE_HOURS, "Asia/Tokyo", time)).toMatchObject({ daysAhead: 0 });
  expect(nextOpening(OFFICE_HOURS, "UTC", time)).toMatchObject({ daysAhead: 1 });
});
