import fc from "fast-check";
import { expect, test } from "vitest";
import { includedAfter, includedMinutesOf } from "./includedMinutes";

const DAY = 24 * 3_600_000;
const MONTH = { startMs: 0, endMs: 30 * DAY };
const toPro = (atMs: number) => ({ from: "STARTER", to: "PRO", atMs, ...MONTH }) as const;

test("a period has its plan's minutes, unless an upgrade set its own", () => {
  const terms = { stripeSubscriptionId: "sub_1", planType: "PRO", isTrial: false } as const;
  expect(includedMinutesOf(terms)).toBe(450);
  expect(includedMinutesOf({ ...terms, includedMinutes: 625 })).toBe(625);
});

test.each([
  [0, 250, 450],
  [15, 250, 350],
  [15, 300, 400],
  [29.99, 850, 851],
  [30, 850, 850],
])(
  "after %d of 30 days, with %i minutes talked or included, there are %i",
  (days, covered, all) => {
    expect(includedAfter(covered, toPro(days * DAY))).toBe(all);
  },
);

test("the added minutes are whole, worth what is paid for them, and never the number that means no limit", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: MONTH.startMs, max: MONTH.endMs }),
      fc.integer({ min: 250, max: 5000 }),
      (atMs, covered) => {
        const included = includedAfter(covered, toPro(atMs));
        const worth = (200 * (MONTH.endMs - atMs)) / MONTH.endMs;
        expect(Number.isInteger(included)).toBe(true);
        expect(included).not.toBe(999);
        expect(included - covered).toBeGreaterThanOrEqual(worth);
        expect(included - covered).toBeLessThan(worth + 2);
      },
    ),
  );
  expect(includedAfter(899, toPro(15 * DAY))).toBe(1000);
});
