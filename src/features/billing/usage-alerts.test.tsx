import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import {
  aProSubscription,
  aSpendingLimit,
  aSubscription,
  idleActions,
  someLimits,
} from "./sample-subscription";
import type { Subscription, UsageLimits } from "./billing-types";
import { UsageAlerts } from "./usage-alerts";

afterEach(cleanup);

const OVER = {
  overLimit: true,
  usedMinutes: 262.5,
  overageMinutes: 12.5,
  remainingMinutes: 0,
  usagePercentage: 105,
};

const USED_UP = { ...OVER, usedMinutes: 250, overageMinutes: 0, usagePercentage: 100 };
const TRIAL = { status: "trialing" } as const;

test.each<[string, Partial<UsageLimits>, Partial<Subscription>, string | null]>([
  ["well below the limit", {}, {}, null],
  [
    "near it",
    { approachingLimit: true, usagePercentage: 84 },
    {},
    "Approaching Usage LimitYou've used 84% of your included minutes. Consider upgrading your plan.",
  ],
  [
    "past it",
    OVER,
    {},
    "Usage Limit ExceededYou've used 262.5 of 250 included minutes. The 12.5 extra minutes are charged at $0.15 per minute.",
  ],
  [
    "past it in the trial",
    USED_UP,
    TRIAL,
    "Usage Limit ExceededYou've used 250 of 250 included minutes. Visitors can talk to your assistants again once your plan starts. Start it now for $29, or wait until it starts automatically on Dec 21, 2026.Start plan now",
  ],
  [
    "past it in a trial without a card",
    { ...USED_UP, usedMinutes: 100, includedMinutes: 100 },
    { ...TRIAL, paymentMethod: null },
    "Usage Limit ExceededYou've used 100 of 100 included minutes. Visitors can talk to your assistants again once you add a payment method, which adds 150 minutes to your trial.Add payment method",
  ],
  [
    "past it in a trial that was cancelled",
    USED_UP,
    { ...TRIAL, cancelAtPeriodEnd: true },
    "Usage Limit ExceededYou've used 250 of 250 included minutes. Visitors can talk to your assistants again once you reactivate your subscription and start your plan.",
  ],
])("%s", (_, limits, subscription, text) => {
  const given = { limits: someLimits(limits), subscription: aSubscription(subscription) };
  render(<UsageAlerts {...given} spending={null} actions={idleActions()} />);
  expect(screen.queryByRole("alert")?.textContent ?? null).toBe(text);
});

const NEAR = { approachingLimit: true, usagePercentage: 84 };

test.each([
  ["active", "Each extra minute costs $0.12."],
  ["trialing", "Calls end once they are used up."],
] as const)("on the largest plan nobody is told to upgrade: %s", (status, next) => {
  const given = {
    limits: someLimits({ ...NEAR, overageRate: 12 }),
    subscription: aProSubscription({ status }),
  };
  render(<UsageAlerts {...given} spending={null} actions={idleActions()} />);
  expect(screen.getByRole("alert").textContent).toBe(
    `Approaching Usage LimitYou've used 84% of your included minutes. ${next}`,
  );
});

test.each([
  ["near", true],
  ["reached", false],
] as const)("with the spending limit %s the alert is shown: %s", (state, isShown) => {
  const given = { limits: someLimits(OVER), subscription: aSubscription() };
  render(<UsageAlerts {...given} spending={aSpendingLimit({ state })} actions={idleActions()} />);
  // Once it is reached, the banner above says that visitors cannot talk: no extra minute is sold any more.
  expect(screen.queryByRole("alert") !== null).toBe(isShown);
});
