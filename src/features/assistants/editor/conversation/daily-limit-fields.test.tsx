import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import type { DailyLimit } from "../../../../../convex/shared/conversation";
import { DailyLimitFields } from "./daily-limit-fields";

function Form({ first, onChange }: { first: DailyLimit; onChange: (limit: DailyLimit) => void }) {
  const [limit, setLimit] = useState(first);
  const change = (changed: DailyLimit) => {
    setLimit(changed);
    onChange(changed);
  };
  return <DailyLimitFields limit={limit} onChange={change} />;
}

test("the daily limit is the plan's share, a number or none", async () => {
  const user = userEvent.setup();
  const sent: DailyLimit[] = [];
  render(<Form first="plan" onChange={(limit) => sent.push(limit)} />);
  const select = screen.getByLabelText("Daily limit for visitors");
  expect(
    screen.getByRole("option", { name: "A fifth of your plan's minutes", selected: true }),
  ).toBeTruthy();
  expect(screen.getByText(/^50 minutes on Starter, 90 on Pro\. When/)).toBeTruthy();
  expect(screen.queryByLabelText("Minutes per day")).toBeNull();
  await user.selectOptions(select, "Your own number of minutes");
  const number = screen.getByLabelText<HTMLInputElement>("Minutes per day");
  expect([number.value, number.required]).toEqual(["30", true]);
  await user.clear(number);
  await user.type(number, "45");
  await user.selectOptions(select, "No limit");
  expect(screen.queryByLabelText("Minutes per day")).toBeNull();
  expect([sent[0], sent.at(-2), sent.at(-1)]).toEqual([30, 45, null]);
});
