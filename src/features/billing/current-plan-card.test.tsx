import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { CurrentPlanCard } from "./current-plan-card";
import { aSubscription, idleActions, someFreeTrial } from "./sample-subscription";

afterEach(cleanup);

function show(
  subscription: ReturnType<typeof aSubscription> | null,
  running: "cancel" | null = null,
) {
  const actions = { ...idleActions(), running };
  render(
    <CurrentPlanCard subscription={subscription} freeTrial={someFreeTrial()} actions={actions} />,
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
    show(aSubscription({ status, cancelAtPeriodEnd }));
    const shown = ["Expiring", "Active", "Free Trial", "Payment due"].filter(
      (badge) => screen.queryByText(badge) !== null,
    );
    expect(shown).toEqual(badges);
    expect(screen.getByText(dateLabel).nextSibling?.textContent).toBe("Dec 21, 2026");
    expect(buttons()).toEqual(["Manage billing", button]);
    expect(screen.queryByText(/^Your last payment failed/) !== null).toBe(status === "other");
  },
);

test.each([
  [{ brand: "visa", last4: "4242" }, "Visa ending in 4242"],
  [{ brand: "link" }, "Link"],
  [null, "None yet. Add one under Manage billing."],
])("paid with %o", (paymentMethod, text) => {
  show(aSubscription({ paymentMethod }));
  expect(screen.getByText("Payment method").nextSibling?.textContent).toBe(text);
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
  expect(screen.getByText("Changes to Starter for $29 per month on Dec 21, 2026.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Keep Pro" }));
  expect(undoPlanChange).toHaveBeenCalledTimes(1);
});

test("without a subscription there is nothing to manage", () => {
  show(null);
  expect(screen.getByText(/7\.5 of 10 free minutes left/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("while one thing is done no other can be begun", () => {
  show(aSubscription(), "cancel");
  expect(buttons()).toEqual(["Manage billing", "Cancelling..."]);
  for (const button of screen.getAllByRole<HTMLButtonElement>("button")) {
    expect(button.disabled).toBe(true);
  }
});
