import { expect, test } from "vitest";
import { PAID_PLANS } from "../../../convex/shared/plans.ts";
import { SECONDS_PER_TYPED_ANSWER } from "../../../convex/shared/limits.ts";
import {
  marginDollars,
  paymentDollars,
  planMargins,
  typedDollars,
  voiceDollars,
} from "./plan-margin.ts";

const LOSING = {
  name: "Pro",
  priceCents: 4_900,
  limits: { includedMinutes: 1_000, overageRate: 12 },
};

test("the costs of a minute and of a payment follow the vendors' prices", () => {
  expect(voiceDollars(10)).toBeCloseTo(1);
  expect(paymentDollars(4_900)).toBeCloseTo(49 * 0.036 + 0.3);
});

test("a plan's margin is its price minus voice, payment and Convex at full use", () => {
  const [margin] = planMargins([LOSING]);
  expect(margin?.cost.voice).toBeCloseTo(100);
  expect(margin?.cost.payment).toBeCloseTo(2.064);
  expect(margin?.cost.convex).toBeCloseTo(0.65);
  expect(margin?.marginDollars).toBeCloseTo(49 - 100 - 2.064 - 0.65);
  // Sixty minutes: $7.20 minus $6.00 for the voice, 56 cents for the payment and 4 for Convex.
  expect(margin?.extraMinuteDollars).toBeCloseTo((7.2 - 6 - 0.5592 - 0.039) / 60);
});

test("typed answers cost no more than the minutes of voice that they count as", () => {
  expect(typedDollars(1)).toBeCloseTo(0.00644);
  const answersAMinute = 60 / SECONDS_PER_TYPED_ANSWER;
  expect(typedDollars(answersAMinute)).toBeLessThanOrEqual(voiceDollars(1));
});

test("extra minutes below the minimum charge cost money and bring none", () => {
  const waived = marginDollars(LOSING, 4) - marginDollars(LOSING, 0);
  expect(waived).toBeCloseTo(-4 * 0.10065);
});

test.each(PAID_PLANS.map((plan) => [plan.name, plan] as const))(
  "%s loses no money at full use, however many extra minutes there are",
  (_, plan) => {
    for (let extra = 0; extra <= 1_000; extra++) {
      expect(marginDollars(plan, extra), `${extra} extra minutes`).toBeGreaterThan(0);
    }
  },
);

test.each(planMargins().map((margin) => [margin.name, margin] as const))(
  "%s sells an extra minute for more than it costs",
  (_, { extraMinuteDollars }) => {
    expect(extraMinuteDollars).toBeGreaterThan(0);
  },
);
