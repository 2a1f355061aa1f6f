import { cleanup, render, screen } from "@testing-library/react";
import { useQuery } from "convex/react";
import { afterEach, expect, test, vi } from "vitest";
import { formatDateTime } from "../lib/formats";
import { PaymentsToConfirm } from "./payments-to-confirm";

vi.mock("convex/react", () => ({ useQuery: vi.fn() }));

afterEach(cleanup);

const UNTIL = 1_800_000_000;
const url = "https://invoice.stripe.com/i/1";

function show(payments: object[] | undefined) {
  vi.mocked(useQuery).mockReturnValue(payments);
  render(<PaymentsToConfirm />);
}

test.each([
  [
    { what: "upgrade", amount: 1961, planName: "Pro", until: UNTIL },
    "Confirm Your Upgrade",
    `Your bank asks you to confirm $19.61 for the Pro plan. Your plan changes as soon as you confirm. If you do not confirm before ${formatDateTime(UNTIL * 1000)}, it stays as it is and nothing is charged.`,
  ],
  [
    { what: "plan_start", amount: 2900, planName: "Starter", until: UNTIL },
    "Confirm Your First Payment",
    `Your bank asks you to confirm $29.00. The Starter plan starts as soon as you confirm. If you do not confirm before ${formatDateTime(UNTIL * 1000)}, your trial continues and nothing is charged.`,
  ],
  [
    { what: "first_payment", amount: 2900, planName: null, until: UNTIL },
    "Confirm Your First Payment",
    `Your bank asks you to confirm $29.00. Your subscription starts as soon as you confirm. If you do not confirm before ${formatDateTime(UNTIL * 1000)}, it expires and nothing is charged.`,
  ],
  [
    { what: "renewal", amount: 2900, planName: null, until: null },
    "Confirm Your Payment",
    "Your bank asks you to confirm $29.00 for your plan. Until you confirm, visitors cannot talk to your assistants. If the payment stays unpaid, your subscription ends.",
  ],
  [
    { what: "overage", amount: 900, planName: null, until: UNTIL },
    "Confirm Your Extra Minutes",
    `Your bank asks you to confirm $9.00 for extra minutes. If it is not paid before ${formatDateTime(UNTIL * 1000)}, visitors cannot talk to your assistants until it is paid.`,
  ],
])("$what is told, with its page and what happens otherwise", (payment, title, text) => {
  show([{ ...payment, url }]);
  expect(screen.getByRole("status", { name: title }).textContent).toContain(text);
  const link = screen.getByRole("link", {
    name: `Confirm payment of $${(payment.amount / 100).toFixed(2)} (opens in a new tab)`,
  });
  expect(link.getAttribute("href")).toBe(url);
});

test("extra minutes that were refused are paid on Stripe's page, and what waits for it is told", () => {
  const payment = { what: "overage_refused", amount: 900, planName: null, until: null, url };
  show([payment]);
  expect(screen.getByRole("status", { name: "Pay for Your Extra Minutes" }).textContent).toContain(
    "Your bank declined $9.00 for extra minutes. Until it is paid, visitors cannot talk to your assistants.",
  );
  const link = screen.getByRole("link", { name: "Pay $9.00 now (opens in a new tab)" });
  expect(link.textContent).toBe("Pay now");
});

test.each([[undefined], [[]]])("%j needs no banner", (payments) => {
  show(payments);
  expect(screen.queryByRole("status")).toBeNull();
});
