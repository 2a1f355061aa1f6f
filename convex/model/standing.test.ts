import { expect, test } from "vitest";
import type { Doc } from "../_generated/dataModel";
import type { SubscriptionSnapshot } from "./billingFields";
import { standingOf } from "./standing";

const TRIAL_BEGAN = 1_000_000;
const RUNNING: SubscriptionSnapshot = {
  stripeSubscriptionId: "sub_1",
  status: "active",
  stripeStatus: "active",
  planType: "STARTER",
  priceCents: 2900,
  cancelAtPeriodEnd: false,
  currentPeriodStartMs: 5_000_000,
  currentPeriodEndMs: 6_000_000,
  endedAtMs: null,
  pendingPlanType: null,
  paymentMethod: null,
};

function standing(changes: Partial<SubscriptionSnapshot> | null) {
  const subscription = changes === null ? null : { ...RUNNING, ...changes };
  return standingOf({ subscription, trialUsedAtMs: TRIAL_BEGAN } as Doc<"customers">);
}

const other = (stripeStatus: string) => ({ status: "other", stripeStatus }) as const;
const over = { ...other("canceled"), endedAtMs: 5_500_900 };

const TO_CONFIRM = {
  invoiceId: "in_1",
  url: "https://invoice.stripe.com/i/1",
  amountCents: 2900,
  what: "renewal" as const,
  planType: null,
  untilMs: null,
};

test.each([
  ["none", null],
  ["active", {}],
  ["trialing", { status: "trialing", stripeStatus: "trialing" }],
  ["payment_due", other("past_due")],
  ["payment_to_confirm", { ...other("past_due"), toConfirm: TO_CONFIRM }],
  ["payment_due", other("whatever Stripe thinks of next")],
  ["unpaid", other("unpaid")],
  ["paused", other("paused")],
  ["incomplete", other("incomplete")],
  ["never_begun", { ...over, ...other("incomplete_expired") }],
  ["ended", over],
  ["trial_ended", { ...over, currentPeriodStartMs: TRIAL_BEGAN }],
  ["off_plan", { planType: null }],
  ["ended", { ...over, planType: null }],
] as const)("%s: %o", (state, changes) => {
  expect(standing(changes).state).toBe(state);
});

test("who never had a customer has none; what has ended tells its plan and when", () => {
  expect(standingOf(null)).toEqual({ state: "none", planName: null, endedAt: null });
  expect(standing(over)).toEqual({ state: "ended", planName: "Starter", endedAt: 5_500 });
});
