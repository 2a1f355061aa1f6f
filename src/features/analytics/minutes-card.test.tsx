import { cleanup, render, screen } from "@testing-library/react";
import { useQuery } from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import { Timer } from "lucide-react";
import { afterEach, expect, test, vi } from "vitest";
import { MinutesCard } from "./minutes-card";

vi.mock("convex/react", () => ({ useQuery: vi.fn() }));
afterEach(cleanup);

const NO_LIMITS = { hasSubscription: false, overLimit: false };
const FREE = {
  hasSubscription: false,
  limitExceeded: false,
  freeTrialLimit: 10,
  remainingMinutes: 7.5,
  totalMinutesUsed: 2.5,
};
const SUBSCRIBED = {
  hasSubscription: true,
  overLimit: false,
  usedMinutes: 120.4,
  includedMinutes: 250,
  overageMinutes: 0,
  remainingMinutes: 129.6,
};
const SUBSCRIBER = { ...FREE, hasSubscription: true };

function show(limits: object | undefined, freeTrial: object | undefined, totals = true) {
  vi.mocked(useQuery).mockImplementation(((query: FunctionReference<"query">) =>
    getFunctionName(query) === "usage:checkUsageLimits" ? limits : freeTrial) as never);
  const all = { calls: 1_200, endedCalls: 1_100, seconds: 3_629, cost: 12 };
  render(<MinutesCard icon={Timer} totals={totals ? all : undefined} />);
  return screen.getByRole("region", { name: "Minutes" });
}

test.each([
  ["a subscriber", SUBSCRIBED, SUBSCRIBER, "120 / 250", "130 minutes remaining"],
  [
    "a subscriber whose numbers would round apart",
    { ...SUBSCRIBED, includedMinutes: 1_000, usedMinutes: 881.5, remainingMinutes: 118.5 },
    SUBSCRIBER,
    "882 / 1,000",
    "118 minutes remaining",
  ],
  [
    "a subscriber a moment past the limit",
    { ...SUBSCRIBED, usedMinutes: 250.3, overLimit: true, overageMinutes: 0.3 },
    SUBSCRIBER,
    "250 / 250",
    "0 minutes remaining",
  ],
  [
    "a subscriber past the limit",
    { ...SUBSCRIBED, usedMinutes: 1_290.6, overLimit: true, overageMinutes: 1_040.6 },
    SUBSCRIBER,
    "1,291 / 250",
    "+1,041 overage min",
  ],
  [
    "a subscriber with a thousand minutes",
    { ...SUBSCRIBED, includedMinutes: 1_000, remainingMinutes: 879.6 },
    SUBSCRIBER,
    "120 / 1,000",
    "880 minutes remaining",
  ],
  [
    "a subscriber without a limit",
    { ...SUBSCRIBED, includedMinutes: 999 },
    SUBSCRIBER,
    "60 min",
    "1,200 calls recorded",
  ],
  ["an owner on free minutes", NO_LIMITS, FREE, "2.5 / 10", "7.5 remaining (free trial)"],
  [
    "an owner without any left",
    NO_LIMITS,
    { ...FREE, limitExceeded: true, totalMinutesUsed: 10, remainingMinutes: 0 },
    "10 / 10",
    "Free trial limit exceeded",
  ],
  ["neither of them", NO_LIMITS, SUBSCRIBER, "60 min", "1,200 calls recorded"],
])("%s", (_, limits, freeTrial, value, note) => {
  const card = show(limits, freeTrial);
  expect(card.textContent).toBe(`Minutes${value}${note}`);
  expect(screen.getByText(note).className.includes("text-bad")).toBe(
    note === "Free trial limit exceeded",
  );
});

test.each([
  [undefined, FREE, true],
  [NO_LIMITS, undefined, true],
  [NO_LIMITS, FREE, false],
])("%#: until everything is known the card shows no number", (limits, freeTrial, totals) => {
  const card = show(limits, freeTrial, totals);
  expect(card.getAttribute("aria-busy")).toBe("true");
  expect(card.textContent).toBe("Minutes");
});
