import { act, cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useAction, useQueries, useQuery, type RequestForQueries } from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { MemoryRouter } from "react-router-dom";
import { toast } from "sonner";
import { Toasts } from "../../components/toasts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { goToAddress } from "../../lib/go-to-address";
import { must } from "../../lib/must";
import {
  aProSubscription,
  aSpendingLimit,
  aSubscriptionState,
  aSubscription,
  PLANS,
  someFreeTrial,
  someLimits,
  someUsage,
} from "./sample-subscription";
import { SubscriptionPage } from "./subscription-page";

vi.mock("convex/react", () => ({ useQuery: vi.fn(), useQueries: vi.fn(), useAction: vi.fn() }));
vi.mock("../../lib/go-to-address");

const ANSWERS: Record<string, unknown> = {
  "subscriptions:getUserSubscription": aSubscription(),
  "subscriptions:getSubscriptionState": aSubscriptionState(),
  "subscriptions:getSubscriptionPlans": PLANS,
  "usage:checkUsageLimits": someLimits(),
  "subscriptions:getSpendingLimit": aSpendingLimit(),
  "usage:checkFreeTrialLimit": someFreeTrial(),
  "usage:getCurrentMonthUsage": someUsage(),
  "assistants:listAssistants": [],
  "auth:loggedInUser": { _id: "owner1", email: "ada@example.com", addressProblem: null },
};

const actions = new Map<string, ReturnType<typeof vi.fn>>();

function actionOf(name: string) {
  const known = actions.get(name) ?? vi.fn().mockResolvedValue(null);
  actions.set(name, known);
  return known;
}

beforeEach(() => {
  actions.clear();
  vi.mocked(goToAddress).mockReset();
  vi.mocked(useAction).mockImplementation(((action: FunctionReference<"action">) =>
    actionOf(getFunctionName(action))) as never);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
});

function show(changes: Record<string, unknown> = {}) {
  const answers = { ...ANSWERS, ...changes };
  vi.mocked(useQuery).mockImplementation(((query: FunctionReference<"query">) => {
    const answer = answers[getFunctionName(query)];
    if (answer instanceof Error) throw answer;
    return answer;
  }) as never);
  vi.mocked(useQueries).mockImplementation(((requests: RequestForQueries) =>
    Object.fromEntries(
      Object.entries(requests).map(([key, { query }]) => [key, answers[getFunctionName(query)]]),
    )) as never);
  render(
    <>
      <MemoryRouter>
        <SubscriptionPage />
      </MemoryRouter>
      <Toasts />
    </>,
  );
  return answers;
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test.each(Object.keys(ANSWERS))("until %s is answered the page waits", (name) => {
  show({ [name]: undefined });
  expect(screen.getByRole("status").textContent).toBe("Loading your subscription");
  expect(screen.queryByText("Current Plan")).toBeNull();
});

test("the page has its four cards and its plans", () => {
  show();
  expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
    "Subscription",
    "Current Plan",
    "Usage Limits",
    "Available Plans",
    "Starter",
    "Pro",
    "Enterprise",
    "Usage Details",
  ]);
});

test.each([
  ["usage:getCurrentMonthUsage", ["your usage details"]],
  ["subscriptions:getSubscriptionState", ["your current plan"]],
  ["usage:checkUsageLimits", ["your usage alerts", "your usage limits", "your usage details"]],
])("%s failing takes away only what it shows, until it is tried again", async (name, parts) => {
  vi.spyOn(console, "error").mockReturnValue();
  const answers = show({ [name]: new Error("Server Error") });
  const complaints = () => screen.queryAllByText(/^Could not show/).map((text) => text.textContent);
  expect(complaints()).toEqual(parts.map((part) => `Could not show ${part}.`));
  expect(screen.getByRole("heading", { name: "Subscription" })).toBeTruthy();
  expect(screen.getByRole("article", { name: "Pro" })).toBeTruthy();

  answers[name] = ANSWERS[name];
  for (const part of parts) await press(`Try again to show ${part}`);
  expect(complaints()).toEqual([]);
  for (const title of ["Current Plan", "Usage Limits", "Usage Details"]) {
    expect(screen.getByRole("region", { name: title })).toBeTruthy();
  }
});

test("a new subscriber is sent to the payment page, and nothing is said to be done", async () => {
  show({ "subscriptions:getUserSubscription": null });
  actionOf("subscriptions:subscribe").mockResolvedValue("https://checkout.example/1");
  const [starter] = screen.getAllByRole("button", { name: "Start 7-Day Trial" });
  await userEvent.click(must(starter, "the first plan's button"));
  expect(actionOf("subscriptions:subscribe")).toHaveBeenCalledWith({ planType: "STARTER" });
  expect(goToAddress).toHaveBeenCalledExactlyOnceWith("https://checkout.example/1");
  expect(screen.queryByText(/^Plan upgraded/)).toBeNull();
  // Until the browser has left, a second press would open a second checkout.
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "One moment..." }).disabled).toBe(
    true,
  );
});

test("the page that the browser kept is usable again on coming back", async () => {
  show({ "subscriptions:getUserSubscription": aSubscription() });
  actionOf("subscriptions:createCustomerPortalSession").mockResolvedValue("https://portal.example");
  await press("Manage billing");
  expect(goToAddress).toHaveBeenCalledExactlyOnceWith("https://portal.example");
  act(() => {
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Manage billing" }).disabled).toBe(
    false,
  );
});

const STARTER = aSubscription();
const PRO = aProSubscription();
const LEAVING = aSubscription({ cancelAtPeriodEnd: true });

test.each([
  [STARTER, "Upgrade Plan", "Plan upgraded successfully! Changes take effect immediately."],
  [PRO, "Downgrade Plan", "Plan will downgrade at the end of your current billing period."],
  [
    STARTER,
    "Cancel subscription",
    "Subscription will be cancelled at the end of the current period",
  ],
  [LEAVING, "Reactivate subscription", "Subscription has been reactivated"],
  [aProSubscription({ pendingPlanType: "STARTER" }), "Keep Pro", "Plan change cancelled"],
])("%#: %o", async (...[subscription, button, text]) => {
  show({ "subscriptions:getUserSubscription": subscription });
  await press(button);
  expect(await screen.findByText(text)).toBeTruthy();
});

test.each([
  [STARTER, "Upgrade Plan", "subscribe", "Failed to update subscription"],
  [STARTER, "Cancel subscription", "cancelSubscription", "Failed to cancel subscription"],
  [
    LEAVING,
    "Reactivate subscription",
    "reactivateSubscription",
    "Failed to reactivate subscription",
  ],
  [STARTER, "Manage billing", "createCustomerPortalSession", "Failed to open billing portal"],
])("%#: a failure says what failed and lets one try again", async (...row) => {
  const [subscription, button, action, text] = row;
  show({ "subscriptions:getUserSubscription": subscription });
  actionOf(`subscriptions:${action}`).mockRejectedValue(new Error("Server Error"));
  await press(button);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: button }).disabled).toBe(false);
});

test("a failure that the backend explains comes with its reason", async () => {
  show();
  const refusal = { code: "payment_declined", message: "Your card was declined." };
  actionOf("subscriptions:subscribe").mockRejectedValue(new ConvexError(refusal));
  await press("Upgrade Plan");
  expect(await screen.findByText("Failed to update subscription")).toBeTruthy();
  expect(screen.getByText("Your card was declined.")).toBeTruthy();
});

const UNCHARGED = {
  success: true,
  charged: false,
  amount: 0,
  minutes: 0,
  currentOverage: 12,
  threshold: 60,
  error: null,
};

test.each([
  [UNCHARGED, "No charge needed. Current overage: 12 minutes. Next charge at: 60 minutes."],
  [{ ...UNCHARGED, charged: true, amount: 905, minutes: 60 }, "Charged $9.05 for 60 extra minutes"],
  [{ ...UNCHARGED, success: false, error: "Your card was declined." }, "Your card was declined."],
  [{ ...UNCHARGED, success: false }, "Failed to check overage"],
])("%#: what the overage check found is said", async (...[result, text]) => {
  show();
  actionOf("overageBilling:triggerOverageCheck").mockResolvedValue(result);
  await press("Check overage");
  expect(await screen.findByText(text)).toBeTruthy();
});

test("an overage check that cannot be made says so", async () => {
  show();
  actionOf("overageBilling:triggerOverageCheck").mockRejectedValue(new Error("Server Error"));
  await press("Check overage");
  expect(await screen.findByText("Failed to check overage")).toBeTruthy();
});

test("a double click changes the plan once", async () => {
  show();
  actionOf("subscriptions:subscribe").mockReturnValue(new Promise(() => undefined));
  await userEvent.dblClick(screen.getByRole("button", { name: "Upgrade Plan" }));
  expect(actionOf("subscriptions:subscribe")).toHaveBeenCalledTimes(1);
});
