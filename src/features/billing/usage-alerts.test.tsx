import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { someLimits } from "./sample-subscription";
import { UsageAlerts } from "./usage-alerts";

afterEach(cleanup);

const OVER = {
  overLimit: true,
  usedMinutes: 262.5,
  overageMinutes: 12.5,
  remainingMinutes: 0,
  usagePercentage: 105,
};

test.each([
  ["well below the limit", {}, false, null],
  [
    "near it",
    { approachingLimit: true, usagePercentage: 84 },
    false,
    "Approaching Usage LimitYou've used 84% of your included minutes. Consider upgrading your plan.",
  ],
  [
    "past it",
    OVER,
    false,
    "Usage Limit ExceededYou've used 262.5 of 250 included minutes. The 12.5 extra minutes are charged at $0.15 per minute.",
  ],
  [
    "past it in the trial",
    OVER,
    true,
    "Usage Limit ExceededYou've used 262.5 of 250 included minutes. Visitors can talk to your assistants again when your trial becomes a paid plan.",
  ],
])("%s", (_, limits, isTrial, text) => {
  render(<UsageAlerts limits={someLimits(limits)} isTrial={isTrial} />);
  expect(screen.queryByRole("alert")?.textContent ?? null).toBe(text);
});
