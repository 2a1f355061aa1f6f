import fc from "fast-check";
import { expect, test } from "vitest";
import { PAID_PLANS, type PaidPlanType, planOf } from "../../shared/plans";
import { fillsStep, isWorthCharging, overageOf, stepDue } from "./overage";

function period(planType: PaidPlanType, seconds: number, billedToMinute = 0, isTrial = false) {
  return { seconds, billedToMinute, terms: { stripeSubscriptionId: "sub_1", planType, isTrial } };
}

test("without a subscription and on trial nothing is ever billed", () => {
  expect(overageOf({ seconds: 1e6, billedToMinute: 0, terms: null })).toBeNull();
  expect(overageOf(period("STARTER", 1e6, 0, true))).toBeNull();
});

test("extra minutes begin where the plan's own end", () => {
  expect(overageOf(period("STARTER", 250 * 60))).toMatchObject({ minutes: 0, amountCents: 0 });
  expect(overageOf(period("STARTER", 251 * 60))).toEqual({
    fromMinute: 250,
    toMinute: 251,
    minutes: 1,
    rateCents: 15,
    amountCents: 15,
  });
});

test("27. a minute that is not whole is not billed", () => {
  expect(overageOf(period("STARTER", 250 * 60 + 59))).toMatchObject({ minutes: 0 });
  expect(overageOf(period("STARTER", 250 * 60 + 60))).toMatchObject({ minutes: 1 });
  expect(overageOf(period("STARTER", 250 * 60 + 61))).toMatchObject({ minutes: 1 });
});

test("what was billed is not billed again, also when the plan includes more by now", () => {
  expect(overageOf(period("STARTER", 330 * 60, 310))).toMatchObject({
    fromMinute: 310,
    minutes: 20,
  });
  expect(overageOf(period("PRO", 330 * 60, 310))).toMatchObject({ minutes: 0, amountCents: 0 });
});

test("however the periods are, minutes and cents are whole and never negative", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PAID_PLANS.map(({ type }) => type)),
      fc.integer({ min: 0, max: 1e7 }),
      fc.integer({ min: 0, max: 2e5 }),
      (type, seconds, billed) => {
        const overage = overageOf(period(type, seconds, billed));
        if (overage === null) throw new Error("A paid period has an overage");
        const { fromMinute, toMinute, minutes, amountCents } = overage;
        expect(Number.isInteger(amountCents) && amountCents >= 0).toBe(true);
        expect(minutes).toBe(toMinute - fromMinute);
        expect(fromMinute).toBeGreaterThanOrEqual(billed);
        expect(amountCents).toBe(minutes * planOf(type).limits.overageRate);
      },
    ),
  );
});

test("a period is billed as it was sold, whatever its plan is sold for today", () => {
  const sold = { ...period("STARTER", 240 * 60).terms, includedMinutes: 200, rateCents: 20 };
  const overage = overageOf({ seconds: 240 * 60, billedToMinute: 0, terms: sold });
  expect(overage).toMatchObject({ fromMinute: 200, minutes: 40, rateCents: 20, amountCents: 800 });
});

test("a step is full at sixty minutes, and a rest is worth charging from fifty cents", () => {
  const starter = (minutes: number) => {
    const overage = overageOf(period("STARTER", (250 + minutes) * 60));
    if (overage === null) throw new Error("A paid period has an overage");
    return overage;
  };
  expect([59, 60].map((minutes) => fillsStep(starter(minutes)))).toEqual([false, true]);
  expect([3, 4].map((minutes) => isWorthCharging(starter(minutes)))).toEqual([false, true]);
});

test("a step is due an hour after it filled, however much is added", () => {
  const full = period("STARTER", 310 * 60);
  expect(stepDue(period("STARTER", 309 * 60), 1_000)).toBeUndefined();
  expect(stepDue(full, 1_000)).toBe(3_601_000);
  expect(stepDue({ ...full, stepDueAtMs: 5 }, 1_000)).toBe(5);
});
