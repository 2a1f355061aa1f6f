import { cleanup, render, screen } from "@testing-library/react";
import { fireEvent } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { useMutation } from "convex/react";
import { ConvexError } from "convex/values";
import { toast } from "sonner";
import { Toasts } from "../../components/toasts";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { MESSAGES, SPENDING_MESSAGES } from "../../../convex/shared/messages";
import { aSpendingLimit } from "./sample-subscription";
import { SpendingBar } from "./spending-bar";
import { SpendingLimit } from "./spending-limit";

vi.mock("convex/react", () => ({ useMutation: vi.fn() }));

const setLimit = vi.fn<(args: { limit: number | null }) => Promise<null>>();

// What the browser has long loaded when somebody presses.
beforeAll(async () => {
  await import("./spending-limit-dialog");
});
beforeEach(() => {
  setLimit.mockReset().mockResolvedValue(null);
  vi.mocked(useMutation).mockReturnValue(setLimit as never);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
});

function show(changes: Parameters<typeof aSpendingLimit>[0] = {}) {
  render(
    <>
      <SpendingBar spending={aSpendingLimit(changes)} />
      <SpendingLimit spending={aSpendingLimit(changes)} />
      <Toasts />
    </>,
  );
}

async function open(changes: Parameters<typeof aSpendingLimit>[0] = {}) {
  show(changes);
  await userEvent.click(screen.getByRole("button", { name: /limit$/ }));
  await screen.findByLabelText("Limit in dollars");
}

const field = () => screen.getByLabelText<HTMLInputElement>("Limit in dollars");
const slider = () => screen.getByRole<HTMLInputElement>("slider", { name: "Spending limit" });
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save limit" });

async function enter(text: string) {
  await userEvent.clear(field());
  await userEvent.type(field(), text);
}

test.each([
  [{ spent: 1200 }, "$12.00 of $29.00", "plain"],
  [{ spent: 2400, state: "near" }, "$24.00 of $29.00", "warn"],
  [{ spent: 0, limit: 0, state: "reached" }, "$0.00 of $0.00", "bad"],
  [{ limit: 99_900 }, "$0.00 of $999.00", "plain"],
] as const)("%#: what was spent of what is allowed", (changes, text, tone) => {
  show(changes);
  const meter = screen.getByRole("meter", { name: "Extra minutes" });
  expect([meter.getAttribute("aria-valuetext"), meter.dataset.tone]).toEqual([text, tone]);
});

test("without a limit there is no bar", () => {
  show({ limit: null, spent: 1200 });
  expect(screen.getByText("$12.00 (unlimited)")).toBeTruthy();
  expect(screen.queryByRole("meter")).toBeNull();
});

test("slider and number are one limit, which the minutes follow", async () => {
  await open();
  expect([slider().value, field().value]).toEqual(["29", "29"]);
  fireEvent.change(slider(), { target: { value: "60" } });
  expect(field().value).toBe("60");
  expect(screen.getByText("400 extra minutes at $0.15 each.")).toBeTruthy();
  await enter("45.50");
  expect(slider().getAttribute("aria-valuetext")).toBe("$45.50");
  await userEvent.click(save());
  expect(setLimit).toHaveBeenCalledExactlyOnceWith({ limit: 4550 });
  expect(await screen.findByText(SPENDING_MESSAGES.changed)).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test.each(["", "-1", "1000.01", "1.005", "many"])("%j is no limit", async (text) => {
  await open();
  await userEvent.clear(field());
  if (text !== "") await userEvent.type(field(), text);
  expect(save().disabled).toBe(true);
  expect(screen.getByText(SPENDING_MESSAGES.invalid)).toBeTruthy();
});

test.each([
  ["0", 0],
  ["$12,5", 1250],
  ["1000", 100_000],
])("%j is %i cents", async (text, limit) => {
  await open();
  await enter(text);
  await userEvent.click(save());
  expect(setLimit).toHaveBeenCalledExactlyOnceWith({ limit });
});

test("no limit is chosen only by who says that they know what it means", async () => {
  await open();
  await userEvent.click(screen.getByLabelText("No limit"));
  expect(save().disabled).toBe(true);
  await userEvent.click(screen.getByLabelText(/^I understand/));
  await userEvent.click(save());
  expect(setLimit).toHaveBeenCalledExactlyOnceWith({ limit: null });
});

test("a limit that is reached already says so", async () => {
  await open({ spent: 2000, state: "below" });
  await enter("20");
  expect(
    screen.getByText(
      "133 extra minutes at $0.15 each. Extra minutes have already cost $20.00 in this period, so with this limit visitors cannot talk to your assistants.",
    ),
  ).toBeTruthy();
});

test("a failure says why, and what was typed stays", async () => {
  setLimit.mockRejectedValue(
    new ConvexError({ code: "too_many_requests", message: MESSAGES.tooManyRequests }),
  );
  await open();
  await enter("77");
  await userEvent.click(save());
  expect(await screen.findByText(SPENDING_MESSAGES.notChanged)).toBeTruthy();
  expect(screen.getByText(MESSAGES.tooManyRequests)).toBeTruthy();
  expect(field().value).toBe("77");
});
