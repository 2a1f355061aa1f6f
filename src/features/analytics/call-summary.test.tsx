import { cleanup, render, screen } from "@testing-library/react";
import { useQuery } from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import { afterEach, expect, test, vi } from "vitest";
import { CallSummary } from "./call-summary";

vi.mock("convex/react", () => ({ useQuery: vi.fn() }));
afterEach(cleanup);

test.each([
  ["no calls", { calls: 0, endedCalls: 0, seconds: 0, cost: 0 }, "0", "0%", "0:00", "$0.00"],
  ["some", { calls: 3, endedCalls: 2, seconds: 151, cost: 1.005 }, "3", "67%", "1:16", "$1.01"],
  [
    "none ended",
    { calls: 2, endedCalls: 0, seconds: 9, cost: 0.004 },
    "2",
    "0%",
    "0:09",
    "$0.0040",
  ],
  [
    "many",
    { calls: 12_345, endedCalls: 12_345, seconds: 12_345 * 65, cost: 1_234.5 },
    "12,345",
    "100%",
    "1:05",
    "$1,234.50",
  ],
])("the cards sum up %s", (_, totals, calls, rate, duration, cost) => {
  vi.mocked(useQuery).mockImplementation(((query: FunctionReference<"query">) =>
    getFunctionName(query) === "calls:callTotals" ? totals : undefined) as never);
  render(<CallSummary />);
  const card = (name: string) => screen.getByRole("region", { name }).textContent;
  expect(card("Total Calls")).toBe(`Total Calls${calls}${rate} completion rate`);
  expect(card("Average Duration")).toBe(`Average Duration${duration}Per call`);
  expect(card("Total Cost")).toBe(
    `Total Cost${cost}What the voice service charges us; you do not pay this`,
  );
});
