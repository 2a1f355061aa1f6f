import { cleanup, render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, expect, test } from "vitest";
import {
  anAssistant,
  aProSubscription,
  aSubscription,
  someFreeTrial,
  someLimits,
} from "./sample-subscription";
import { UsageLimitsCard } from "./usage-limits-card";

afterEach(cleanup);

function show(changes: Partial<ComponentProps<typeof UsageLimitsCard>> = {}) {
  render(
    <UsageLimitsCard
      subscription={aSubscription()}
      limits={someLimits()}
      freeTrial={someFreeTrial()}
      assistants={[]}
      spending={null}
      {...changes}
    />,
  );
}

/** What a bar says and how it looks. */
function bar(name: string) {
  const meter = screen.getByRole("meter", { name });
  const { width } = (meter.firstElementChild as HTMLElement).style;
  return [meter.getAttribute("aria-valuetext"), width, meter.dataset.tone];
}

test.each([
  ["below the limit", { usedMinutes: 100 }, ["100 of 250", "40%", "plain"]],
  ["near it", { usedMinutes: 200, approachingLimit: true }, ["200 of 250", "80%", "warn"]],
  ["at it", { usedMinutes: 250, approachingLimit: true }, ["250 of 250", "100%", "warn"]],
  ["past it", { usedMinutes: 400.5, overLimit: true }, ["400.5 of 250", "100%", "bad"]],
])("the bar of minutes %s", (_, limits, expected) => {
  show({ limits: someLimits(limits) });
  expect(bar("Minutes")).toEqual(expected);
});

test("a thousand minutes are a limit, though it is more than what stands for none", () => {
  const limits = someLimits({ usedMinutes: 500, includedMinutes: 1000 });
  show({ subscription: aProSubscription(), limits });
  expect(bar("Minutes")).toEqual(["500 of 1,000", "50%", "plain"]);
});

test("after an upgrade the period's own minutes are shown, and from when the plan's hold", () => {
  const limits = someLimits({ usedMinutes: 300, includedMinutes: 400, overageRate: 12 });
  show({ subscription: aProSubscription(), limits });
  expect(bar("Minutes")).toEqual(["300 of 400", "75%", "plain"]);
  expect(
    screen.getByText(
      "Your plan changed during this period: you have 400 minutes until Dec 21, 2026, then 450 each month.",
    ),
  ).toBeTruthy();
  expect(screen.getByText("Extra minutes cost $0.12 each.")).toBeTruthy();
});

test("after an upgrade of a plan that is to end no other minutes are promised", () => {
  const endsAt = Date.UTC(2026, 11, 7) / 1000;
  const subscription = aProSubscription({ cancelAtPeriodEnd: true, endsAt });
  show({ subscription, limits: someLimits({ includedMinutes: 675 }) });
  expect(
    screen.getByText(
      "Your plan changed during this period: you have 675 minutes until Dec 7, 2026.",
    ),
  ).toBeTruthy();
});

test("a trial without a payment method says how the other minutes are to be had", () => {
  show({
    subscription: aSubscription({ status: "trialing", paymentMethod: null }),
    limits: someLimits({ usedMinutes: 50, includedMinutes: 100 }),
  });
  expect(bar("Minutes")).toEqual(["50 of 100", "50%", "plain"]);
  expect(
    screen.getByText(
      "Without a payment method, your trial includes 100 of the plan's 250 minutes. Add one to get them all.",
    ),
  ).toBeTruthy();
  expect(screen.queryByText(/changed within this period/)).toBeNull();
});

test("999 is no limit, and has no bar", () => {
  const limits = {
    assistants: 999,
    includedMinutes: 999,
    overageRate: 15,
    knowledgeBaseFiles: 999,
  };
  show({
    subscription: aSubscription({ plan: { name: "Ours", price: 0, limits } }),
    limits: someLimits({ includedMinutes: 999 }),
  });
  expect(screen.getByText("100 (unlimited)")).toBeTruthy();
  expect(screen.queryByRole("meter")).toBeNull();
  expect(screen.queryByText(/^Extra minutes cost/)).toBeNull();
});

test("published assistants and knowledge files count against the plan, others do not", () => {
  const assistants = [
    anAssistant({ published: true }),
    anAssistant({ knowledgeFileId: "file1" }),
    anAssistant({ published: true, knowledgeFileId: "file2" }),
  ];
  show({ subscription: aProSubscription(), assistants });
  expect(bar("Published assistants")).toEqual(["2 of 5", "40%", "plain"]);
  expect(bar("Knowledge files")).toEqual(["2 of 5", "40%", "plain"]);
});

test.each([
  ["active", "Extra minutes cost $0.15 each."],
  [
    "trialing",
    "During the trial, calls end once the included minutes are used up. After the trial, extra minutes cost $0.15 each.",
  ],
] as const)("what more minutes cost: %s", (status, text) => {
  show({ subscription: aSubscription({ status }) });
  expect(screen.getByText(text)).toBeTruthy();
});

test.each([
  ["without a subscription", null, {}, ["2.5 of 10", "25%", "plain"]],
  [
    "with one that is not paid",
    aSubscription({ status: "other" }),
    { totalMinutesUsed: 10.2, limitExceeded: true },
    ["10.2 of 10", "100%", "bad"],
  ],
] as const)("%s the free minutes are what there is", (_, subscription, trial, expected) => {
  show({ subscription, freeTrial: someFreeTrial(trial) });
  expect(bar("Free minutes")).toEqual(expected);
  expect(screen.getAllByRole("meter")).toHaveLength(1);
});
