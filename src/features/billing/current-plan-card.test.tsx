import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { CurrentPlanCard } from "./current-plan-card";
import type { SubscriptionState } from "./billing-types";
import {
  aProSubscription,
  aSubscriptionState,
  aSubscription,
  idleActions,
  someFreeTrial,
} from "./sample-subscription";

afterEach(cleanup);

function show(
  subscription: ReturnType<typeof aSubscription> | null,
  {
    running = null,
    subscriptionState = aSubscriptionState(),
    isOverLimit = false,
  }: {
    running?: "cancel" | null;
    subscriptionState?: ReturnType<typeof aSubscriptionState>;
    isOverLimit?: boolean;
  } = {},
) {
  const actions = { ...idleActions(), running };
  render(
    <CurrentPlanCard
      subscription={subscription}
      subscriptionState={subscriptionState}
      freeTrial={someFreeTrial()}
      actions={actions}
      isOverLimit={isOverLimit}
    />,
  );
  return actions;
}

const buttons = () => screen.getAllByRole("button").map(({ textContent }) => textContent);

test.each([
  ["active", false, ["Active"], "Renews on", "Cancel subscription"],
  ["active", true, ["Expiring", "Active"], "Plan expires on", "Reactivate subscription"],
  ["trialing", false, ["Free Trial"], "Trial expires on", "Cancel subscription"],
  ["trialing", true, ["Expiring", "Free Trial"], "Trial expires on", "Reactivate subscription"],
  ["other", false, ["Payment due"], "Renews on", "Cancel subscription"],
  ["other", true, ["Expiring", "Payment due"], "Plan expires on", "Reactivate subscription"],
] as const)(
  "%s, cancelled at the period's end: %s",
  (status, cancelAtPeriodEnd, badges, dateLabel, button) => {
    const state = status === "other" ? "payment_due" : status;
    show(aSubscription({ status, cancelAtPeriodEnd }), {
      subscriptionState: aSubscriptionState({ state }),
    });
    const shown = ["Expiring", "Active", "Free Trial", "Payment due"].filter(
      (badge) => screen.queryByText(badge) !== null,
    );
    expect(shown).toEqual(badges);
    expect(screen.getByText(dateLabel).nextSibling?.textContent).toBe("Dec 21, 2026");
    const canStart = status === "trialing" && !cancelAtPeriodEnd;
    expect(buttons()).toEqual([...(canStart ? ["Start plan now"] : []), "Manage billing", button]);
    expect(screen.queryByText(/^Your last payment failed/) !== null).toBe(status === "other");
  },
);

test.each([
  ["active", Date.UTC(2026, 11, 7), "Dec 7, 2026"],
  ["active", Date.UTC(2027, 2, 1), "Mar 1, 2027"],
  ["trialing", Date.UTC(2026, 11, 7), "Dec 7, 2026"],
  // The plan goes on after the trial, for a while.
  ["trialing", Date.UTC(2027, 2, 1), "Dec 21, 2026"],
] as const)("%s, with an end on a date of its own: %d", (status, endsAtMs, date) => {
  show(aSubscription({ status, cancelAtPeriodEnd: true, endsAt: endsAtMs / 1000 }));
  const label = status === "trialing" ? "Trial expires on" : "Plan expires on";
  expect(screen.getByText(label).nextSibling?.textContent).toBe(date);
});

test.each([
  [{ brand: "visa", last4: "4242" }, "Visa ending in 4242"],
  [{ brand: "link" }, "Link"],
  [null, "None yet. Add one under Manage billing."],
])("paid with %o", (paymentMethod, text) => {
  show(aSubscription({ paymentMethod }));
  expect(screen.getByText("Payment method").nextSibling?.textContent).toBe(text);
});

test("while a payment is disputed it says what that stops", () => {
  show(aSubscription(), { subscriptionState: aSubscriptionState({ isDisputed: true }) });
  expect(screen.getByText(/^A payment was disputed with your bank\./)).toBeTruthy();
});

test("a trial can be ended to pay, at the price of the plan that follows it", async () => {
  const { startPlan } = show(aProSubscription({ status: "trialing", pendingPlanType: "STARTER" }));
  expect(
    screen.getByText(/^You can start Starter before your trial ends\. You pay \$29/),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Start plan now" }));
  expect(startPlan).toHaveBeenCalledTimes(1);
});

test("without a payment method that comes first, and there is one way to add it", async () => {
  const { openPortal } = show(aSubscription({ status: "trialing", paymentMethod: null }));
  expect(buttons()).toEqual(["Add payment method", "Cancel subscription"]);
  expect(screen.getByText("Payment method").nextSibling?.textContent).toBe("None yet");
  await userEvent.click(screen.getByRole("button", { name: "Add payment method" }));
  expect(openPortal).toHaveBeenCalledTimes(1);
});

test.each([
  ["active", "so your plan started right away and $29 was charged."],
  ["other", "so your plan started right away."],
] as const)("who had a trial before is told why there is none: %s", (status, text) => {
  show(aSubscription({ status }), {
    subscriptionState: aSubscriptionState({ hadTrialBefore: true }),
  });
  const told = screen.getByText(/^You or this card already had a free trial/);
  expect(told.textContent.replace(/\s+/g, " ").endsWith(text)).toBe(true);
});

test("over the limit only the alert above the card offers to add a payment method", () => {
  show(aSubscription({ status: "trialing", paymentMethod: null }), { isOverLimit: true });
  expect(buttons()).toEqual(["Cancel subscription"]);
});

test("the plan and what it costs", () => {
  show(aSubscription());
  expect(screen.getByText("Plan").nextSibling?.textContent).toBe("Starter");
  expect(screen.getByText("Price").nextSibling?.textContent).toBe("$29 per month");
});

test("a change to come can be taken back", async () => {
  const { undoPlanChange } = show(
    aSubscription({
      planType: "PRO",
      plan: { ...aSubscription().plan, name: "Pro" },
      pendingPlanType: "STARTER",
    }),
  );
  expect(
    screen.getByText("Your plan changes to Starter for $29 per month on Dec 21, 2026."),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Keep Pro" }));
  expect(undoPlanChange).toHaveBeenCalledTimes(1);
});

test.each([
  ["payment_to_confirm", "Payment due", /^Your bank asks you.*select Confirm payment at the top/],
  ["payment_due", "Payment due", /^Your last payment failed.*update your payment method under/],
  ["unpaid", "Unpaid", /^Several payments failed.*pay the open invoice under/],
  ["paused", "Paused", /^Your subscription is paused.*payment method under.*contact us/],
] as const)("%s is said as it is, with the next step", async (state, badge, text) => {
  const { openPortal } = show(aSubscription({ status: "other" }), {
    subscriptionState: aSubscriptionState({ state }),
  });
  expect(screen.getByText("Status").nextSibling?.textContent).toBe(badge);
  expect(screen.getByText(text)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Manage billing" }));
  expect(openPortal).toHaveBeenCalledTimes(1);
});

test("before the first subscription there is nothing to manage", () => {
  show(null, { subscriptionState: aSubscriptionState({ state: "none", planName: null }) });
  expect(screen.getByText("You do not have a subscription yet.")).toBeTruthy();
  expect(screen.getByText(/7\.5 of 10 free minutes left\. Choose a plan to put/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

const ENDED_AT = Date.UTC(2026, 10, 3, 12) / 1000;
const GONE: [Partial<SubscriptionState>, string, RegExp][] = [
  [
    { state: "ended", endedAt: ENDED_AT },
    "Your Starter subscription ended on Nov 3, 2026.",
    /^Choose a plan to put/,
  ],
  [
    { state: "ended", endedAt: ENDED_AT, planName: null },
    "Your subscription ended on Nov 3, 2026.",
    /^Choose a plan/,
  ],
  [
    { state: "trial_ended", endedAt: ENDED_AT },
    "Your free trial ended on Nov 3, 2026.",
    /^Choose a plan to put/,
  ],
  [
    { state: "incomplete" },
    "Your first payment was not completed.",
    /^Complete it under Manage billing/,
  ],
  [
    { state: "never_begun" },
    "Your first payment was not completed in time.",
    /^Choose a plan to try again/,
  ],
  [
    { state: "off_plan", planName: null },
    "Your subscription was set up manually.",
    /^Please contact us/,
  ],
];

test.each(GONE)("without one that runs it is said why: %o", async (state, title, nextStep) => {
  const { openPortal } = show(null, { subscriptionState: aSubscriptionState(state) });
  expect(screen.getByText(title)).toBeTruthy();
  expect(screen.getByText(nextStep)).toBeTruthy();
  expect(screen.queryByText(/no subscription yet/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Manage billing" }));
  expect(openPortal).toHaveBeenCalledTimes(1);
});

test("while one thing is done no other can be begun", () => {
  show(aSubscription(), { running: "cancel" });
  expect(buttons()).toEqual(["Manage billing", "Cancelling..."]);
  for (const button of screen.getAllByRole<HTMLButtonElement>("button")) {
    expect(button.disabled).toBe(true);
  }
});
