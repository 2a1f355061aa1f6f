import { expect, test } from "vitest";
import type { StripeSubscriptionState } from "../../vendors/stripeCustomers";
import { chooseSubscription, firstTrialMs, snapshotOf } from "./subscriptionChoice";

function subscription(
  id: string,
  more: Partial<StripeSubscriptionState> = {},
): StripeSubscriptionState {
  return {
    id,
    status: "active",
    planType: "STARTER",
    priceCents: 2900,
    priceId: "price_1",
    itemId: "si_1",
    createdMs: 0,
    periodStartMs: 0,
    periodEndMs: 1,
    changeInvoicedMs: null,
    trialStartMs: null,
    trialEndMs: null,
    endedAtMs: null,
    cancellation: null,
    endsAtMs: null,
    scheduleId: null,
    pendingPlanType: null,
    paymentMethod: null,
    cardFingerprint: null,
    toConfirm: null,
    ...more,
  };
}

function choose(newestFirst: StripeSubscriptionState[], knownId: string | null = null) {
  const choice = chooseSubscription({ isDeleted: false, subscriptions: newestFirst }, knownId);
  return [choice.subscription?.id ?? null, choice.isLive, choice.extraIds];
}

const ended = { status: "canceled", endedAtMs: 5 };

test("who has none has none", () => {
  expect(choose([])).toEqual([null, false, []]);
});

test("what runs comes before what has ended, and of what has ended the newest", () => {
  expect(choose([subscription("b", ended), subscription("a")])).toEqual(["a", true, []]);
  expect(choose([subscription("b", ended), subscription("a", ended)])).toEqual(["b", false, []]);
});

test("what was never begun does not run", () => {
  expect(choose([subscription("a", { status: "incomplete" })])).toEqual(["a", false, []]);
});

test.each(["past_due", "unpaid", "paused"])("what is %s still runs", (status) => {
  expect(choose([subscription("a", { status })])).toEqual(["a", true, []]);
});

// T34: docs/security.md
test("of two that run the known one stays, else the older", () => {
  const both = [subscription("b"), subscription("a")];
  expect(choose(both)).toEqual(["a", true, ["b"]]);
  expect(choose(both, "b")).toEqual(["b", true, ["a"]]);
});

// T34: docs/security.md
test("a price of nobody's counts last, and is no accident", () => {
  const foreign = subscription("x", { planType: null });
  expect(choose([foreign])).toEqual(["x", true, []]);
  expect(choose([subscription("a"), foreign], "x")).toEqual(["a", true, []]);
});

test("a second trial is one too many, also alone", () => {
  const first = subscription("a", { ...ended, trialStartMs: 1 });
  const second = subscription("b", { status: "trialing", trialStartMs: 2 });
  expect(choose([second, first])).toEqual(["a", false, ["b"]]);
  expect(firstTrialMs({ isDeleted: false, subscriptions: [second, first] })).toBe(1);
});

const olderTrial = subscription("a", { ...ended, trialStartMs: 1 });
const SURPRISES: [string, Partial<StripeSubscriptionState>][] = [
  ["on trial again", { status: "trialing", trialStartMs: 2 }],
  ["past due", { status: "past_due" }],
  ["paused after a second trial", { status: "paused", trialStartMs: 2 }],
  ["on trial again at a price of nobody's", { status: "trialing", planType: null }],
];

// T34: docs/security.md
test.each(SURPRISES)("the known subscription is never one too many: %s", (_, look) => {
  const known = subscription("b", look);
  expect(choose([known, olderTrial], "b")).toEqual(["b", true, []]);
  for (const others of [
    [subscription("c"), known],
    [known, subscription("0")],
  ]) {
    expect(choose([...others, olderTrial], "b")[2]).not.toContain("b");
  }
});

test("a second trial that stays is noticed, and a first one is nothing special", () => {
  const second = subscription("b", { status: "trialing", trialStartMs: 2 });
  const noticed = (subscriptions: StripeSubscriptionState[]) =>
    chooseSubscription({ isDeleted: false, subscriptions }, "b").isSecondTrial;
  expect(noticed([second, olderTrial])).toBe(true);
  expect(noticed([second])).toBe(false);
  expect(noticed([subscription("b", { trialStartMs: 2 }), olderTrial])).toBe(false);
});

test.each([
  ["active", "active"],
  ["trialing", "trialing"],
  ["past_due", "other"],
  ["whatever Stripe thinks of next", "other"],
] as const)("the status %s is shown as %s", (status, shown) => {
  expect(snapshotOf(subscription("a", { status })).status).toBe(shown);
});

test.each(["at_period_end", "at_date"] as const)("a cancellation %s is one", (cancellation) => {
  expect(snapshotOf(subscription("a", { cancellation })).cancelAtPeriodEnd).toBe(true);
});
