import { expect, test } from "vitest";
import type { Doc } from "../../_generated/dataModel";
import { subscriptionStateOf } from "./subscriptionState";
import type { SubscriptionSnapshot } from "./table";

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

type Given = Partial<Doc<"customers">> & { areTrialMinutesUsedUp?: boolean };

function stateOf(
  changes: Partial<SubscriptionSnapshot> | null,
  { areTrialMinutesUsedUp = false, ...customer }: Given = {},
) {
  const subscription = changes === null ? null : { ...RUNNING, ...changes };
  const asked = { subscription, trialUsedAtMs: TRIAL_BEGAN, ...customer } as Doc<"customers">;
  return subscriptionStateOf(asked, areTrialMinutesUsedUp);
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
  expect(stateOf(changes).state).toBe(state);
});

test("who never had a customer has none; what has ended tells its plan and when", () => {
  const hadTrialBefore = false;
  expect(subscriptionStateOf(null, false)).toEqual({
    state: "none",
    planName: null,
    endedAt: null,
    hadTrialBefore,
    isDisputed: false,
  });
  expect(stateOf(over)).toEqual({
    state: "ended",
    planName: "Starter",
    endedAt: 5_500,
    hadTrialBefore,
    isDisputed: false,
  });
});

test("a trial whose minutes are talked is told from one that goes on", () => {
  const trial = { status: "trialing", stripeStatus: "trialing" } as const;
  expect(stateOf(trial, { areTrialMinutesUsedUp: true }).state).toBe("trial_used_up");
  expect(stateOf({}, { areTrialMinutesUsedUp: true }).state).toBe("active");
});

test("that a trial was ended is told in the first period of its plan only", () => {
  const repeatedTrial = { stripeSubscriptionId: "sub_1", atMs: 4_999_000 };
  const told = (changes: Partial<SubscriptionSnapshot>) =>
    stateOf(changes, { repeatedTrial }).hadTrialBefore;
  expect(told({})).toBe(true);
  expect(told({ currentPeriodStartMs: 30 * 86_400_000 })).toBe(false);
  expect(told({ stripeSubscriptionId: "sub_2" })).toBe(false);
  expect(told({ status: "trialing" })).toBe(false);
});
