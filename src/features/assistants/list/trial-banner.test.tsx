import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { TrialBanner } from "./trial-banner";

afterEach(cleanup);

const fresh = {
  hasSubscription: false,
  limitExceeded: false,
  freeTrialLimit: 10,
  remainingMinutes: 10,
  totalMinutesUsed: 0,
};

test.each([
  [{ hasSubscription: true, limitExceeded: true, remainingMinutes: 0 }, true, null],
  [{ limitExceeded: true, remainingMinutes: 0.1 }, false, "Free Trial Limit Reached"],
  [{ limitExceeded: true, remainingMinutes: 0 }, true, "Free Trial Limit Reached"],
  [{ remainingMinutes: 2 }, true, "Free Trial Almost Used Up"],
  [{ remainingMinutes: 1.5 }, false, "Free Trial Almost Used Up"],
  [{ remainingMinutes: 2.1 }, true, "Ready to Go Live?"],
  [{ remainingMinutes: 2.1 }, false, null],
])("%o, with assistants %s: %s", (changes, hasAssistants, title) => {
  const trial = { ...fresh, ...changes };
  render(<TrialBanner trial={trial} hasAssistants={hasAssistants} />, { wrapper: MemoryRouter });
  const headings = screen.queryAllByRole("heading").map((heading) => heading.textContent);
  expect(headings).toEqual(title === null ? [] : [title]);
  const links = screen.queryAllByRole("link", { name: "View plans" });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(
    title === null ? [] : ["/dashboard/subscription"],
  );
});

test("the banner counts the free minutes", () => {
  const trial = { ...fresh, limitExceeded: true, remainingMinutes: 0 };
  render(<TrialBanner trial={trial} hasAssistants />, { wrapper: MemoryRouter });
  expect(screen.getByText(/your 10 free minutes/)).toBeTruthy();
});
