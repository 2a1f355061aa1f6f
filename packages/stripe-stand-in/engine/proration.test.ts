import fc from "fast-check";
import { expect, test } from "vitest";
import type { Price } from "../wire.ts";
import { prorate } from "./proration.ts";

const priced = (unit_amount: number) => ({ price: { unit_amount } as Price, quantity: 1 });
const amounts = (from: number, to: number, at: number, end = 100) =>
  prorate(priced(from), priced(to), { start: 0, end }, at).map(({ amount }) => amount);

test("[P1] half of a period is worth half of each price", () => {
  expect(amounts(2900, 4900, 50)).toEqual([-1450, 2450]);
});

test("[P1] a whole period is worth its full price, and an ended one nothing", () => {
  expect(amounts(2900, 4900, 0)).toEqual([-2900, 4900]);
  expect(amounts(2900, 4900, 100)).toEqual([0, 0]);
});

test("[L2] a change that is reversed in the same second nets to zero, in whole cents", () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(cents, cents, fc.nat(2_592_000), (from, to, at) => {
      const all = [...amounts(from, to, at, 2_592_000), ...amounts(to, from, at, 2_592_000)];
      expect(all.every(Number.isInteger)).toBe(true);
      expect(all.reduce((sum, one) => sum + one, 0)).toBe(0);
    }),
  );
});
