import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { AvailablePlans } from "./available-plans";
import { aProSubscription, aSubscription, idleActions, PLANS } from "./sample-subscription";

const send = vi.fn();
vi.mock("convex/react", () => ({ useQuery: vi.fn(), useMutation: () => send }));
afterEach(cleanup);

const NO_TRIAL_LEFT = {
  STARTER: { ...PLANS.STARTER, trialDays: 0 },
  PRO: { ...PLANS.PRO, trialDays: 0 },
};

const UNCONFIRMED = {
  email: "ada@example.com",
  addressProblem: {
    what: "unconfirmed" as const,
    isConfirmed: false,
    outboxUrl: null,
    isMailSent: true,
    mayTryAgain: true,
  },
};

type Shown = Partial<Pick<ComponentProps<typeof AvailablePlans>, "unconfirmed" | "chosen">>;

function show(
  subscription: ReturnType<typeof aSubscription> | null,
  plans = PLANS,
  { unconfirmed = null, chosen = null }: Shown = {},
) {
  const actions = idleActions();
  render(<AvailablePlans {...{ plans, subscription, actions, unconfirmed, chosen }} />);
  return actions;
}

const plan = (name: string) => within(screen.getByRole("article", { name }));

/** What is at the bottom of a plan: its button, else what it says instead. */
function bottom(name: string): string | undefined {
  const button = plan(name).queryByRole("button");
  const words = plan(name).queryByText(/^(Your current plan|Starts on .*)$/);
  return (button ?? words)?.textContent;
}

test.each([
  ["nobody's plan yet", null, PLANS, "Start 7-Day Trial", "Start 7-Day Trial"],
  ["nobody's plan any more", null, NO_TRIAL_LEFT, "Subscribe", "Subscribe"],
  ["on Starter", aSubscription(), NO_TRIAL_LEFT, "Your current plan", "Upgrade Plan"],
  ["on Pro", aProSubscription(), NO_TRIAL_LEFT, "Downgrade Plan", "Your current plan"],
  [
    "on trial",
    aSubscription({ status: "trialing" }),
    NO_TRIAL_LEFT,
    "Your current plan",
    "Upgrade Plan",
  ],
  [
    "payment due",
    aSubscription({ status: "other" }),
    NO_TRIAL_LEFT,
    "Your current plan",
    "Upgrade Plan",
  ],
  [
    "about to be smaller",
    aProSubscription({ pendingPlanType: "STARTER" }),
    NO_TRIAL_LEFT,
    "Starts on Dec 21, 2026",
    "Your current plan",
  ],
] as const)("%s", (_, subscription, plans, starter, pro) => {
  show(subscription, plans);
  expect([bottom("Starter"), bottom("Pro"), bottom("Enterprise")]).toEqual([
    starter,
    pro,
    "Contact Sales",
  ]);
});

test.each([
  ["nobody yet", null, true],
  ["a subscriber", aSubscription(), false],
  ["whoever is trying it out", aSubscription({ status: "trialing" }), false],
  ["whoever has not paid", aSubscription({ status: "other" }), true],
] as const)("the free trial is offered to %s: %s", (_, subscription, isOffered) => {
  show(subscription);
  expect(screen.queryAllByText("7-day free trial")).toHaveLength(isOffered ? 2 : 0);
});

test("with an unconfirmed address a plan says what is missing before the press, and sends the link again", async () => {
  show(null, PLANS, { unconfirmed: UNCONFIRMED });
  const note = "The link in our email brings you back here.";
  expect(
    (await plan("Starter").findByText(/First, confirm your email address/)).parentElement
      ?.textContent,
  ).toBe(`First, confirm your email address. ${note}`);
  await userEvent.click(plan("Pro").getByRole("button", { name: "Send again" }));
  expect(send).toHaveBeenCalledWith({ planType: "PRO" });
});

test.each([
  ["there is no trial to begin", null, NO_TRIAL_LEFT],
  ["the plan has begun", aSubscription(), PLANS],
] as const)("where %s nothing is to be confirmed", (_, subscription, plans) => {
  show(subscription, plans, { unconfirmed: UNCONFIRMED });
  expect(screen.queryByText(/First, confirm your email address/)).toBeNull();
});

test("who comes back for a plan is one press away from it", () => {
  show(null, PLANS, { chosen: "PRO" });
  expect(document.activeElement).toBe(plan("Pro").getByRole("button"));
});

test("a trial that is used up is not offered", () => {
  show(null, NO_TRIAL_LEFT);
  expect(screen.queryByText(/free trial/)).toBeNull();
});

test("a plan says how its conversations and its minutes go together", () => {
  show(null);
  expect(plan("Pro").getByText(/^All conversations share them: .* 225 calls/)).toBeTruthy();
});

test("a trial that is offered says how many minutes it has without a payment method", () => {
  const words = "Without a payment method, the trial includes 100 minutes.";
  show(null);
  expect(plan("Starter").getByText(words)).toBeTruthy();
  cleanup();
  show(aSubscription());
  expect(screen.queryByText(words)).toBeNull();
});

test("each plan says what it is, what it costs and what it holds", () => {
  show(null);
  expect(plan("Starter").getByText("1 assistant")).toBeTruthy();
  expect(plan("Starter").getByText("$29")).toBeTruthy();
  expect(plan("Starter").getByText("250 minutes of calls included each month")).toBeTruthy();
  expect(plan("Starter").queryByText("Most Popular")).toBeNull();
  expect(plan("Pro").getByText("$49")).toBeTruthy();
  expect(plan("Pro").getByText("Most Popular")).toBeTruthy();
  expect(plan("Pro").getByText(/Each extra minute costs \$0\.12\.$/)).toBeTruthy();
  expect(plan("Enterprise").getByText("$349").parentElement?.textContent).toBe(
    "Starting at $349 per month",
  );
});

test.each([
  ["a first plan", null, "Pro", ["PRO", true]],
  ["a dearer plan", aSubscription(), "Pro", ["PRO", true]],
  ["a cheaper plan", aProSubscription(), "Starter", ["STARTER", false]],
] as const)("choosing %s", async (_, subscription, name, asked) => {
  const { subscribe } = show(subscription);
  await userEvent.click(plan(name).getByRole("button"));
  expect(subscribe).toHaveBeenCalledExactlyOnceWith(...asked);
});
