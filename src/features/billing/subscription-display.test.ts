import { expect, test } from "vitest";
import { aSubscription, PLANS } from "./sample-subscription";
import { dateLabel, isActive, paymentMethodText, planButtonText } from "./subscription-display";

test.each([
  [{ status: "active", cancelAtPeriodEnd: false }, "Renews on"],
  [{ status: "active", cancelAtPeriodEnd: true }, "Plan expires on"],
  [{ status: "trialing", cancelAtPeriodEnd: false }, "Trial expires on"],
  [{ status: "trialing", cancelAtPeriodEnd: true }, "Trial expires on"],
  [{ status: "other", cancelAtPeriodEnd: false }, "Renews on"],
] as const)("%o says when it %s", (state, label) => {
  expect(dateLabel(aSubscription(state))).toBe(label);
});

test("a new owner starts a trial of as many days as there are", () => {
  expect(planButtonText("PRO", PLANS.PRO, null)).toBe("Start 7-Day Trial");
  expect(planButtonText("PRO", { ...PLANS.PRO, trialDays: 14 }, null)).toBe("Start 14-Day Trial");
});

test("who has had the trial subscribes", () => {
  expect(planButtonText("PRO", { ...PLANS.PRO, trialDays: 0 }, null)).toBe("Subscribe");
});

test("a subscriber moves to the dearer plan or to the cheaper one, and not to their own", () => {
  const starter = aSubscription();
  const pro = aSubscription({ planType: "PRO", plan: { ...starter.plan, price: 4900 } });
  expect(planButtonText("PRO", PLANS.PRO, starter)).toBe("Upgrade Plan");
  expect(planButtonText("STARTER", PLANS.STARTER, pro)).toBe("Downgrade Plan");
  expect(planButtonText("STARTER", PLANS.STARTER, starter)).toBeNull();
});

test("a card is known by its brand and last digits, anything else by its name", () => {
  const paying = (paymentMethod: { brand: string; last4?: string } | null) =>
    paymentMethodText(aSubscription({ paymentMethod }));
  expect(paying({ brand: "visa", last4: "4242" })).toBe("Visa ending in 4242");
  expect(paying({ brand: "link" })).toBe("Link");
  expect(paying(null)).toBeNull();
});

test("only an active or trialing subscription is active", () => {
  expect(isActive(aSubscription({ status: "trialing" }))).toBe(true);
  expect(isActive(aSubscription({ status: "other" }))).toBe(false);
  expect(isActive(null)).toBe(false);
});
