import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { CurrentUsage } from "./billing-types";
import { anAssistant, idleActions, someLimits, someUsage } from "./sample-subscription";
import { UsageDetailsCard } from "./usage-details-card";

afterEach(cleanup);

function show(usage: CurrentUsage, hasSubscription = true) {
  render(
    <UsageDetailsCard
      usage={usage}
      assistants={[anAssistant()]}
      limits={someLimits({ hasSubscription })}
      actions={idleActions()}
    />,
  );
}

const valueOf = (label: string) => screen.getByText(label).nextSibling?.textContent;

test.each([
  [0, 0, "0 min"],
  [10, 4, "3 min"],
  [9, 4, "2 min"],
  [1_300.4, 1, "1,300 min"],
])("%d minutes in %d calls are %s each", (totalMinutes, totalCalls, average) => {
  show(someUsage({ totalMinutes, totalCalls }));
  expect(valueOf("Average call duration")).toBe(average);
});

test("typed minutes do not make calls longer", () => {
  show(someUsage({ totalMinutes: 14, typedMinutes: 2, totalCalls: 4 }));
  expect(valueOf("Average call duration")).toBe("3 min");
  expect(screen.getByText("2 of these minutes were used by typed conversations.")).toBeTruthy();
});

test("the totals of the month", () => {
  show(someUsage({ totalMinutes: 1_234.5, totalCalls: 1_020 }));
  expect(valueOf("Total minutes")).toBe("1,234.5");
  expect(valueOf("Total calls")).toBe("1,020");
});

test("who talked most comes first, and who is gone still counts", () => {
  const usageByAssistant = {
    assistant1: { minutes: 2.5, calls: 1 },
    gone1: { minutes: 20, calls: 12 },
  } as CurrentUsage["usageByAssistant"];
  show(someUsage({ usageByAssistant }));
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Deleted assistant20 min, 12 calls",
    "Front desk2.5 min, 1 call",
  ]);
});

test("without calls the card says when there will be some", () => {
  show(someUsage());
  expect(screen.getByText(/^No calls yet\./)).toBeTruthy();
});

test.each([true, false])("overage is checked for subscribers only: %s", (hasSubscription) => {
  show(someUsage(), hasSubscription);
  expect(screen.queryByRole("button", { name: "Check overage" }) !== null).toBe(hasSubscription);
});
