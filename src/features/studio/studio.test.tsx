import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import type { Doc } from "../../../convex/_generated/dataModel";
import { Studio } from "./studio";
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

type Given = {
  usage?: TestUsage;
  hasSubscription?: boolean;
  has?: Doc<"assistants">[];
  chosen?: string | null;
};

function Page({ usage = FRESH, hasSubscription = false, has = assistants, chosen = null }: Given) {
  const [chosenId, setChosenId] = useState(chosen);
  return (
    <MemoryRouter>
      <Studio
        assistants={has}
        usage={usage}
        hasSubscription={hasSubscription}
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

test("the assistants to choose from are named, and known by their embed ids", () => {
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
  ["nothing", { usage: USED_UP }, "0.0 of 10.0 minutes", /used up/],
  [
    "nothing, which a subscriber does not need",
    { usage: { ...USED_UP, canUse: true }, hasSubscription: true },
    "0.0 of 10.0 minutes",
    /used up. Your plan lets you keep talking/,
  ],
  [
    "little, for a subscriber",
    {
      usage: { canUse: true, totalMinutesUsed: 9, remainingMinutes: 1 },
      hasSubscription: true,
    },
    "1.0 of 10.0 minutes",
    /Low on time: 1\.0 test minutes left/,
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

test("a chosen assistant stands in its frame, to be tested, until another one is wanted", async () => {
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

test("without minutes left choosing is refused", async () => {
  render(<Page usage={USED_UP} />);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Assistant" }), "Grace");
  expect(alert).toHaveBeenCalledExactlyOnceWith(LIMIT);
  expect(screen.getByRole("alert").textContent).toBe(LIMIT);
  expect(screen.queryByTitle("Grace AI Assistant")).toBeNull();
});

test("nor does a link to an assistant get around that", () => {
  render(<Page usage={USED_UP} chosen="two" />);
  expect(screen.getByRole("alert").textContent).toBe(LIMIT);
  expect(screen.queryByTitle("Grace AI Assistant")).toBeNull();
});

test("a link to an assistant that is gone says so", () => {
  render(<Page chosen="three" />);
  expect(screen.getByRole("alert").textContent).toBe("This assistant no longer exists.");
});

test("who has no assistants is told what to do", () => {
  render(<Page has={[]} />);
  expect(screen.getByText(/You have no assistants yet/)).toBeTruthy();
  expect(screen.queryByRole("combobox")).toBeNull();
});

test("while a call runs the time left runs with it, until the backend has counted the call", () => {
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

test("what the button has no room for stands on the card until it no longer applies", async () => {
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
test("what other frames say is not taken for the button's words", () => {
  render(<Page chosen="two" />);
  fireEvent(
    window,
    new MessageEvent("message", { source: window, data: { hark: "state", state: "active" } }),
  );
  expect(screen.queryByText("In call")).toBeNull();
});
