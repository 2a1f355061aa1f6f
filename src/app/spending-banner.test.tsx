import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useMutation, useQuery } from "convex/react";
import { afterEach, expect, test, vi } from "vitest";
import { formatDate } from "../lib/formats";
import { SpendingBanner } from "./spending-banner";

vi.mock("convex/react", () => ({ useMutation: vi.fn(), useQuery: vi.fn() }));

afterEach(cleanup);

const periodEnd = 1_800_000_000;
const SPENDING = { limit: 2900, isOwn: false, spent: 2895, overageRate: 15, periodEnd };

function show(spending: object | null | undefined) {
  vi.mocked(useQuery).mockReturnValue(spending);
  vi.mocked(useMutation).mockReturnValue(vi.fn() as never);
  render(<SpendingBanner />);
}

test.each([
  [
    { ...SPENDING, spent: 2400, state: "near" },
    "Spending Limit Almost Reached",
    `Extra minutes have cost $24.00 of your $29.00 limit. Once they reach it, visitors cannot talk to your assistants until ${formatDate(periodEnd * 1000)}.`,
  ],
  [
    { ...SPENDING, state: "reached" },
    "Spending Limit Reached",
    `You have used your included minutes, and extra minutes have reached your limit of $29.00. Visitors cannot talk to your assistants until ${formatDate(periodEnd * 1000)}, unless you raise it.`,
  ],
])("%#: it is told, and can be raised there", async (spending, title, text) => {
  show(spending);
  expect(screen.getByRole("status", { name: title }).textContent).toContain(text);
  await userEvent.click(screen.getByRole("button", { name: "Raise limit" }));
  expect(await screen.findByRole("dialog", { name: "Spending limit" })).toBeTruthy();
});

test.each([
  [undefined],
  [null],
  [{ ...SPENDING, spent: 0, state: "below" }],
  [{ ...SPENDING, limit: null, state: "below" }],
])("%j needs no banner", (spending) => {
  show(spending);
  expect(screen.queryByRole("status")).toBeNull();
});
