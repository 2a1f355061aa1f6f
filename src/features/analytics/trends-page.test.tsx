import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useQueries, useQuery, type RequestForQueries } from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import { BrowserRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formatDate } from "../../lib/formats";
import { daysAfter, startOfDay } from "./call-days";
import { dayOf } from "./call-filter";
import { TrendsPage } from "./trends-page";

vi.mock("convex/react", () => ({ useMutation: vi.fn(), useQuery: vi.fn(), useQueries: vi.fn() }));

const todayMs = startOfDay(Date.now());
const yesterday = dayOf(daysAfter(todayMs, -1));
type Span = { assistantId: string | null; fromMs: number; toMs: number };

let answers: Record<string, unknown>;

beforeEach(() => {
  answers = {
    "calls:callTotals": { calls: 3, endedCalls: 3, seconds: 180, cost: 0.5 },
    "calls:callHours": [],
    "outcomes:outcomesBetween": { outcomes: [], hasMore: false },
    "knowledge:listAnswers": [],
    "knowledge:listDismissed": [],
    "assistants:listAssistants": [{ _id: "bakery", name: "Bakery" }],
  };
  const answerTo = (query: FunctionReference<"query">) => answers[getFunctionName(query)];
  vi.mocked(useQuery).mockImplementation(((query: FunctionReference<"query">, args?: unknown) => {
    const answer = args === "skip" ? undefined : answerTo(query);
    if (answer instanceof Error) throw answer;
    return typeof answer === "function" ? (answer as (args: unknown) => unknown)(args) : answer;
  }) as never);
  vi.mocked(useQueries).mockImplementation(((requests: RequestForQueries) =>
    Object.fromEntries(
      Object.entries(requests).map(([key, { query }]) => [key, answerTo(query)]),
    )) as never);
});
afterEach(() => {
  cleanup();
  window.history.replaceState(null, "", "/");
});

function show(search = "") {
  window.history.replaceState(null, "", `/dashboard/calls/trends${search}`);
  render(
    <BrowserRouter>
      <TrendsPage />
    </BrowserRouter>,
  );
  return userEvent.setup();
}

const address = () => window.location.pathname + window.location.search;
const hoursOf = (daysAgo: number, calls: number) => ({
  hourMs: daysAfter(todayMs, -daysAgo) + 1,
  calls,
  seconds: 60 * calls,
});
/** What the backend has in the time that is asked for. */
const between = (hours: { hourMs: number }[]) => (args: Span) =>
  hours.filter(({ hourMs }) => args.fromMs <= hourMs && hourMs < args.toMs);

test("the page is the second tab of the analytics", () => {
  show("?status=ended");
  expect(screen.getByRole("heading", { level: 1, name: "Call Analytics" })).toBeTruthy();
  const tabs = within(screen.getByRole("navigation", { name: "Call Analytics" }));
  expect(tabs.getByRole("link", { current: "page" }).textContent).toBe("Trends");
  const calls = tabs.getByRole("link", { name: "Calls" });
  expect(calls.getAttribute("href")).toBe("/dashboard/calls?status=ended");
});

test("a spinner shows while it is unknown whether there are calls", () => {
  answers["calls:callTotals"] = undefined;
  show();
  expect(screen.getByRole("status").textContent).toBe("Loading your trends");
  expect(screen.getByRole("heading", { name: "Call Analytics" })).toBeTruthy();
});

test("without calls the page says when charts appear", () => {
  answers["calls:callTotals"] = { calls: 0, endedCalls: 0, seconds: 0, cost: 0 };
  show();
  expect(screen.getByRole("heading", { name: "No calls yet" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go to your assistants" }).getAttribute("href")).toBe(
    "/dashboard",
  );
  expect(screen.queryByRole("form", { name: "Charts" })).toBeNull();
});

test.each([
  ["calls:callTotals", "your trends"],
  ["calls:callHours", "your calls by day"],
  ["outcomes:outcomesBetween", "your outcomes"],
])("%s failing leaves the rest of the page", (name, part) => {
  vi.spyOn(console, "error").mockReturnValue();
  answers[name] = new Error("Server Error");
  show();
  expect(screen.getByText(`Could not show ${part}.`)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Calls" })).toBeTruthy();
});

test("charts fill in once the figures are known", () => {
  answers["calls:callHours"] = undefined;
  show();
  expect(screen.getByRole("img", { name: "Calls per day: …" })).toBeTruthy();
});

test("a day with calls leads to them in the list, for the chosen assistant", () => {
  answers["calls:callHours"] = between([hoursOf(1, 2)]);
  show("?assistant=bakery&q=rye");
  expect(screen.getByRole("img", { name: "Calls per day: 2 calls" })).toBeTruthy();
  const list = `/dashboard/calls?assistant=bakery&from=${yesterday}&to=${yesterday}`;
  const table = within(
    screen.getByRole("region", { name: "Calls and minutes per day", hidden: true }),
  );
  const links = table.getAllByRole("link", { hidden: true });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([list]);
  const date = formatDate(daysAfter(todayMs, -1));
  expect(links[0]?.getAttribute("aria-label")).toBe(`Calls on ${date}`);
  // The bars are for the pointer.
  const bars = document.querySelectorAll(`figure a[href="${list}"]`);
  expect([...bars].map((bar) => bar.getAttribute("tabindex"))).toEqual(["-1", "-1"]);
});

test("the period and the assistant are kept in the address and apply to all charts", async () => {
  answers["calls:callHours"] = between([hoursOf(1, 1), hoursOf(20, 2), hoursOf(80, 4)]);
  const user = show();
  const calls = () =>
    screen.getByRole("img", { name: /^Calls per day/ }).getAttribute("aria-label");
  expect(calls()).toBe("Calls per day: 3 calls");
  await user.selectOptions(screen.getByLabelText("Period"), "Last 7 days");
  expect(address()).toBe("/dashboard/calls/trends?days=7");
  expect(calls()).toBe("Calls per day: 1 call");
  expect(screen.getByText(/^Results of your calls/).textContent).toContain(
    formatDate(daysAfter(todayMs, -6)),
  );
  await user.selectOptions(screen.getByLabelText("Period"), "Last 90 days");
  expect(calls()).toBe("Calls per day: 7 calls");
  await user.selectOptions(screen.getByLabelText("Assistant"), "Bakery");
  expect(address()).toBe("/dashboard/calls/trends?days=90&assistant=bakery");
});

test("custom dates begin with the days that are shown, and another period clears them", async () => {
  const user = show("?days=7&q=rye");
  await user.selectOptions(screen.getByLabelText("Period"), "Custom dates");
  const from = screen.getByLabelText<HTMLInputElement>("From");
  expect(from.value).toBe(dayOf(daysAfter(todayMs, -6)));
  expect(screen.getByLabelText<HTMLInputElement>("To").value).toBe(dayOf(todayMs));
  await user.selectOptions(screen.getByLabelText("Period"), "Last 30 days");
  expect(screen.queryByLabelText("From")).toBeNull();
  expect(address()).toBe("/dashboard/calls/trends?q=rye");
});

test("dates without a day between them say so", () => {
  show(`?from=${dayOf(daysAfter(todayMs, 5))}`);
  expect(screen.getByText("There are no days to show. Choose an earlier start.")).toBeTruthy();
  expect(screen.queryByRole("img")).toBeNull();
});
