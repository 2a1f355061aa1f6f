import { expect, test, vi } from "vitest";
import type { Doc } from "../../_generated/dataModel";
import { planNotifications } from "./notifications";
import type { SubscriptionSnapshot } from "./table";

const DAY_MS = 24 * 3_600_000;
const NOW = Date.UTC(2026, 10, 25, 12);

const TRIAL: SubscriptionSnapshot = {
  stripeSubscriptionId: "sub_1",
  status: "trialing",
  stripeStatus: "trialing",
  planType: "STARTER",
  priceCents: 2900,
  cancelAtPeriodEnd: false,
  currentPeriodStartMs: NOW - 6 * DAY_MS,
  currentPeriodEndMs: NOW + DAY_MS,
  endedAtMs: null,
  pendingPlanType: null,
  paymentMethod: { brand: "visa", last4: "4242" },
};

function told(changes: Partial<SubscriptionSnapshot>) {
  vi.setSystemTime(NOW);
  const customer = { subscription: { ...TRIAL, ...changes }, trialUsedAtMs: null };
  return planNotifications(customer as Doc<"customers">).map(({ message }) => message);
}

test.each([
  ["goes on", {}, "charged", NOW + DAY_MS],
  ["was cancelled", { cancelAtPeriodEnd: true }, "cancelled", NOW + DAY_MS],
  [
    "was cancelled on a date of its own",
    { cancelAtPeriodEnd: true, endsAtMs: NOW + DAY_MS / 2 },
    "cancelled",
    NOW + DAY_MS / 2,
  ],
  [
    "ends some days after its first payment",
    { cancelAtPeriodEnd: true, endsAtMs: NOW + 5 * DAY_MS },
    "charged",
    NOW + DAY_MS,
  ],
])("of a trial that %s its owner is told what comes, and when", (_, changes, then, atMs) => {
  expect(told(changes)).toMatchObject([{ template: "trialEnding", then, atMs }]);
});

test("a trial that ends on a date of its own is told two days before that date", () => {
  const changes = { currentPeriodEndMs: NOW + 5 * DAY_MS, cancelAtPeriodEnd: true };
  expect(told(changes)).toEqual([]);
  expect(told({ ...changes, endsAtMs: NOW + DAY_MS })).toMatchObject([{ atMs: NOW + DAY_MS }]);
});
