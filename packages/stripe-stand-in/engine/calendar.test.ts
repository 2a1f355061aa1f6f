import fc from "fast-check";
import { expect, test } from "vitest";
import { addIntervals, DAY, periodEnd } from "./calendar.ts";

const at = (text: string) => Date.parse(`${text}Z`) / 1000;
const MONTHLY = { interval: "month", interval_count: 1 };

test("[S3] a month from the 31st ends on the last day of a shorter month, and later months on the 31st again", () => {
  const anchor = at("2027-01-31T10:00:00");
  expect([1, 2, 3].map((count) => addIntervals(anchor, MONTHLY, count))).toEqual([
    at("2027-02-28T10:00:00"),
    at("2027-03-31T10:00:00"),
    at("2027-04-30T10:00:00"),
  ]);
});

test("[S3] leap days, years, weeks and days are counted", () => {
  const leapDay = at("2028-02-29T00:00:00");
  expect(addIntervals(leapDay, { interval: "year", interval_count: 1 })).toBe(
    at("2029-02-28T00:00:00"),
  );
  expect(addIntervals(leapDay, { interval: "week", interval_count: 2 })).toBe(leapDay + 14 * DAY);
  expect(addIntervals(leapDay, { interval: "day", interval_count: 3 })).toBe(leapDay + 3 * DAY);
});

test("[S3] periods follow each other without gap or overlap, whatever the anchor", () => {
  const anchors = fc.integer({ min: at("2020-01-01T00:00:00"), max: at("2040-01-01T00:00:00") });
  fc.assert(
    fc.property(anchors, fc.integer({ min: 1, max: 12 }), (anchor, interval_count) => {
      const rhythm = { interval: "month", interval_count };
      let start = anchor;
      for (let count = 1; count <= 24; count += 1) {
        const end = periodEnd(anchor, rhythm, start);
        expect(end).toBe(addIntervals(anchor, rhythm, count));
        expect(end).toBeGreaterThan(start);
        start = end;
      }
    }),
    { numRuns: 50 },
  );
});
