import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import type { Doc } from "../../../convex/_generated/dataModel";
import { Studio } from "./studio";
import type { PlanMinutes } from "./plan-minutes-left";
import type { TestUsage } from "./use-live-usage";

const alert = vi.fn();
vi.stubGlobal("alert", alert);

afterEach(() => {
  cleanup();
  alert.mockReset();
  vi.useRealTimers();
});

const FRESH: TestUsage = { canUse: true, totalMinutesUsed: 0, remainingMinutes: 10 };
const USED_UP: TestUsage = { canUse: false, totalMinutesUsed: 10, remainingMinutes: 0 };
const LIMIT =
  "Test limit reached! You've used 10 of 10 free test minutes. Please subscribe to continue using voice assistants.";

const assistants = [
  { _id: "a1", embedId: "one", name: "Ada" },
  { _id: "a2", embedId: "two", name: "Grace" },
] as unknown as Doc<"assistants">[];

const PLAN: PlanMinutes = {
  isTrial: false,
  includedMinutes: 250,
  remainingMinutes: 130.4,
  overageRate: 15,
  isUsedUp: false,
};

type Given = {
  usage?: TestUsage;
  plan?: PlanMinutes | null;
  has?: Doc<"assistants">[];
  chosen?: string | null;
};

function Page({ usage = FRESH, plan = null, has = assistants, chosen = null }: Given) {
  const [chosenId, setChosenId] = useState(chosen);
  return (
    <MemoryRouter>
      <Studio
        assistants={has}
        usage={usage}
        plan={plan}
        chosenId={chosenId}
        onChoose={setChosenId}
      />
    </MemoryRouter>
  );
}

function frame(): HTMLIFrameElement {
  return screen.getByTitle<HTMLIFrameElement>("Grace AI Assistant");
}

function tell(message: object): void {
  const source = frame().contentWindow;
  act(() => void window.dispatchEvent(new MessageEvent("message", { source, data: message })));
}

test("the options show names and have embed ids as values", () => {
  render(<Page />);
  const options = screen.getAllByRole<HTMLOptionElement>("option").slice(1);
  expect(options.map(({ value, text }) => [value, text])).toEqual([
    ["one", "Ada"],
    ["two", "Grace"],
  ]);
  expect(screen.getByRole("link", { name: "Back to Dashboard" }).getAttribute("href")).toBe(
    "/dashboard",
  );
});

const TIMES: [name: string, Given, shown: string, warning: RegExp | null][] = [
  ["all of it", {}, "10.0 of 10.0 minutes", null],
  [
    "some",
    { usage: { canUse: true, totalMinutesUsed: 7.9, remainingMinutes: 2.1 } },
    "2.1 of 10.0 minutes",
    null,
  ],
  [
    "two minutes",
    { usage: { canUse: true, totalMinutesUsed: 8, remainingMinutes: 2 } },
    "2.0 of 10.0 minutes",
    /Low on time: 2\.0 test minutes left/,
  ],
  [
    "nothing, which a subscriber does not need",
    { usage: { ...USED_UP, canUse: true }, plan: PLAN },
    "0.0 of 10.0 minutes",
    null,
  ],
  [
    "little, for a subscriber",
    { usage: { canUse: true, totalMinutesUsed: 9, remainingMinutes: 1 }, plan: PLAN },
    "1.0 of 10.0 minutes",
    null,
  ],
];

test.each(TIMES)("the time left: %s", (_name, given, shown, warning) => {
  render(<Page {...given} />);
  expect(screen.getByText(shown)).toBeTruthy();
  const meter = screen.getByRole("meter", { name: "Test time remaining" });
  expect(meter.getAttribute("aria-valuenow")).toBe(String(Number(shown.slice(0, 4))));
  if (warning === null) expect(screen.queryByRole("status")).toBeNull();
  else expect(screen.getByRole("status").textContent).toMatch(warning);
});

const PLANS: [name: string, plan: PlanMinutes, words: string][] = [
  ["some minutes", PLAN, "130.4 of 250 plan minutes left."],
  [
    "extra minutes",
    { ...PLAN, remainingMinutes: 0 },
    "0 of 250 plan minutes left. Each extra minute costs $0.15.",
  ],
  [
    "a trial that is used up",
    { ...PLAN, isTrial: true, includedMinutes: 100, remainingMinutes: 0, isUsedUp: true },
    "0 of 100 trial minutes left. See what to do",
  ],
  [
    "a spending limit that is reached",
    { ...PLAN, remainingMinutes: 0, isUsedUp: true },
    "0 of 250 plan minutes left, and you have reached your spending limit. See what to do",
  ],
  ["no limit", { ...PLAN, includedMinutes: 999 }, "Your plan has unlimited minutes."],
];

test.each(PLANS)(
  "a subscriber sees the plan's minutes beside the test time: %s",
  (_, plan, words) => {
    render(<Page plan={plan} />);
    expect(screen.getByText("10.0 of 10.0 minutes")).toBeTruthy();
    expect(screen.getByText(words.replace(" See what to do", "")).textContent).toBe(words);
  },
);

test("a subscriber with no minutes left is not asked to press the button", () => {
  render(<Page chosen="two" plan={{ ...PLAN, remainingMinutes: 0, isUsedUp: true }} />);
  expect(screen.queryByText(/Press the button in the corner/)).toBeNull();
  const link = screen.getByRole("link", { name: "See what to do" });
  expect(link.getAttribute("href")).toBe("/dashboard/subscription");
});

test("a subscriber's test time does not run while a call does", () => {
  vi.useFakeTimers();
  render(<Page chosen="two" plan={PLAN} />);
  tell({ hark: "state", state: "active" });
  act(() => void vi.advanceTimersByTime(90_000));
  expect(screen.getByText("10.0 of 10.0 minutes")).toBeTruthy();
});

test("a chosen assistant is tested in a frame until the owner changes it", async () => {
  render(<Page />);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Assistant" }), "Grace");
  expect(screen.getByRole("heading", { name: "Testing Active" })).toBeTruthy();
  expect(screen.getByText("Grace")).toBeTruthy();
  expect(frame().getAttribute("src")).toBe("/widget/two?testing=true");
  expect(frame().allow).toContain("microphone");
  expect(screen.getByRole("link", { name: "Exit Studio" }).getAttribute("href")).toBe("/dashboard");

  await userEvent.click(screen.getByRole("button", { name: "Change Bot" }));
  expect(screen.getByRole("heading", { name: "Widget Testing Studio" })).toBeTruthy();
  expect(screen.queryByTitle("Grace AI Assistant")).toBeNull();
});

test("choosing is refused without minutes left", async () => {
  render(<Page usage={USED_UP} />);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Assistant" }), "Grace");
  expect(alert).toHaveBeenCalledExactlyOnceWith(LIMIT);
  saysLimitOnce();
  expect(screen.queryByTitle("Grace AI Assistant")).toBeNull();
});

test("a link to an assistant does not bypass the limit", () => {
  render(<Page usage={USED_UP} chosen="two" />);
  saysLimitOnce();
  expect(screen.queryByTitle("Grace AI Assistant")).toBeNull();
});

/** In one place, with a way out. */
function saysLimitOnce() {
  expect(screen.getByRole("alert").textContent).toBe(`${LIMIT} View plans`);
  expect(screen.queryByText(/used up|Low on time/)).toBeNull();
  const link = screen.getByRole("link", { name: "View plans" });
  expect(link.getAttribute("href")).toBe("/dashboard/subscription");
}

test("the hint to press the button disappears when the minutes run out", () => {
  const { rerender } = render(<Page chosen="two" />);
  expect(screen.getByText(/Press the button in the corner/)).toBeTruthy();
  rerender(<Page chosen="two" usage={USED_UP} />);
  expect(screen.queryByText(/Press the button in the corner/)).toBeNull();
  saysLimitOnce();
});

test("a link to a deleted assistant shows an error", () => {
  render(<Page chosen="three" />);
  expect(screen.getByRole("alert").textContent).toBe("This assistant no longer exists.");
});

test("an owner without assistants sees what to do", () => {
  render(<Page has={[]} />);
  expect(screen.getByText(/You have no assistants yet/)).toBeTruthy();
  expect(screen.queryByRole("combobox")).toBeNull();
});

test("the time left counts down during a call until the backend has counted it", () => {
  vi.useFakeTimers();
  const { rerender } = render(<Page chosen="two" />);
  tell({ hark: "state", state: "active" });
  expect(screen.getByText("In call")).toBeTruthy();
  act(() => void vi.advanceTimersByTime(90_000));
  expect(screen.getByText("8.5 of 10.0 minutes")).toBeTruthy();
  act(() => void vi.advanceTimersByTime(6 * 60_000 + 30_000));
  expect(screen.getByText(/Low on time: 2\.0 test minutes left/)).toBeTruthy();

  tell({ hark: "state", state: "idle" });
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByText("2.0 of 10.0 minutes")).toBeTruthy();
  rerender(
    <Page chosen="two" usage={{ canUse: true, totalMinutesUsed: 8.1, remainingMinutes: 1.9 }} />,
  );
  expect(screen.getByText("1.9 of 10.0 minutes")).toBeTruthy();
});

test("the card shows the button's message until it no longer applies", async () => {
  render(<Page chosen="two" />);
  const text = "All lines are busy. Please try again in a moment.";
  tell({ hark: "message", text });
  expect(screen.getByText(text)).toBeTruthy();
  tell({ hark: "message", text: null });
  expect(screen.queryByText(text)).toBeNull();
  tell({ hark: "message", text });
  await userEvent.click(screen.getByRole("button", { name: "Change Bot" }));
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Assistant" }), "Grace");
  expect(screen.queryByText(text)).toBeNull();
});

// T26: docs/security.md
test("messages of other frames are ignored", () => {
  render(<Page chosen="two" />);
  fireEvent(
    window,
    new MessageEvent("message", { source: window, data: { hark: "state", state: "active" } }),
  );
  expect(screen.queryByText("In call")).toBeNull();
});
