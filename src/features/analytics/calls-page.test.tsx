import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import {
  useAction,
  useConvex,
  usePaginatedQuery,
  useQueries,
  useQuery,
  type RequestForQueries,
} from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import { BrowserRouter, useLocation, useNavigate } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallsPage } from "./calls-page";
import { aCall } from "../../lib/sample-call";

vi.mock("convex/react", () => ({
  useMutation: () => vi.fn(),
  useQuery: vi.fn(),
  useQueries: vi.fn(),
  useAction: vi.fn(),
  useConvex: vi.fn(),
  usePaginatedQuery: vi.fn(),
}));

const listCalls = vi.fn();
const NOTHING_YET = new Promise(() => undefined);
const ASSISTANTS = [{ _id: "assistant1", name: "Ada" }];

let answers: Record<string, unknown>;
let paginated: { status: string; results: unknown[] };

beforeEach(() => {
  listCalls.mockReset().mockResolvedValue([aCall()]);
  answers = {
    "calls:recentCalls": [],
    "calls:callTotals": { calls: 1, endedCalls: 1, seconds: 75, cost: 0.125 },
    "assistants:listAssistants": ASSISTANTS,
  };
  paginated = { status: "Exhausted", results: [] };
  vi.mocked(useQuery).mockImplementation(((
    query: FunctionReference<"query">,
    args: object | "skip" | undefined,
  ) => {
    const answer = args === "skip" ? undefined : answers[getFunctionName(query)];
    if (answer instanceof Error) throw answer;
    return answer;
  }) as never);
  vi.mocked(useQueries).mockImplementation(((requests: RequestForQueries) =>
    Object.fromEntries(
      Object.entries(requests).map(([key, { query }]) => [key, answers[getFunctionName(query)]]),
    )) as never);
  vi.mocked(useAction).mockReturnValue(listCalls as never);
  vi.mocked(useConvex).mockReturnValue({} as never);
  vi.mocked(usePaginatedQuery).mockImplementation((() => paginated) as never);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  window.history.replaceState(null, "", "/");
});

/** What the address says, and a link that says nothing. */
function Address() {
  const { search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <p title="The address">{search}</p>
      <button type="button" onClick={() => void navigate("/dashboard/calls")}>
        Analytics
      </button>
    </>
  );
}

function page() {
  return (
    <BrowserRouter>
      <CallsPage />
      <Address />
    </BrowserRouter>
  );
}

async function show(path = "/dashboard/calls") {
  window.history.replaceState(null, "", path);
  const { rerender } = render(page());
  await act(async () => {
    await Promise.resolve();
  });
  return { again: () => rerender(page()) };
}

const rows = () => screen.queryAllByRole("button", { name: /^Details of call/ }).length;

test.each([
  ["calls:callTotals", ["your totals"]],
  ["usage:checkUsageLimits", ["your minutes"]],
  ["calls:recentCalls", []],
  ["assistants:listAssistants", []],
])("%s failing leaves the rest of the page", async (name, parts) => {
  vi.spyOn(console, "error").mockReturnValue();
  answers[name] = new Error("Server Error");
  await show();
  const complaints = () => screen.queryAllByText(/^Could not show/).map((text) => text.textContent);
  await expect.poll(complaints).toEqual(parts.map((part) => `Could not show ${part}.`));
  expect(screen.getByRole("heading", { name: "Call Analytics" })).toBeTruthy();
  expect(rows()).toBe(1);
});

test("while the list loads there is only a spinner", async () => {
  listCalls.mockReturnValue(NOTHING_YET);
  await show();
  expect(screen.getByRole("status").textContent).toBe("Loading your calls");
  expect(screen.queryByRole("heading")).toBeNull();
});

test.each([
  [new Error("Connection lost"), "Error loading calls: Connection lost"],
  [new Error(""), "Error loading calls: Failed to fetch calls"],
])("%#: a list that cannot be had leaves the heading, and a way to try again", async (...row) => {
  const [error, text] = row;
  listCalls.mockRejectedValueOnce(error);
  await show();
  expect(screen.getByRole("heading", { name: "Call Analytics" })).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Refresh" })).toBeNull();
  expect(screen.getByRole("link", { name: "Trends" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(rows()).toBe(1);
});

test("no calls", async () => {
  listCalls.mockResolvedValue([]);
  await show();
  expect(
    screen.getByText(
      "No calls found. Calls will appear here once users interact with your voice assistants.",
    ),
  ).toBeTruthy();
  expect(screen.getByText("A list of recent voice calls and their details")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});

test("refreshing keeps the list on the screen and takes one press at a time", async () => {
  await show();
  listCalls.mockReturnValue(NOTHING_YET);
  await userEvent.dblClick(screen.getByRole("button", { name: "Refresh" }));
  const refresh = screen.getByRole<HTMLButtonElement>("button", { name: "Refresh" });
  expect([refresh.disabled, refresh.getAttribute("aria-busy")]).toEqual([true, "true"]);
  expect(rows()).toBe(1);
  expect(listCalls).toHaveBeenCalledTimes(2);
});

test("a call that begins appears by itself", async () => {
  const { again } = await show();
  answers["calls:recentCalls"] = [aCall({ id: "call2" as never }), aCall()];
  again();
  expect(await screen.findByRole("button", { name: "Details of call call2" })).toBeTruthy();
  expect(rows()).toBe(2);
  expect(listCalls).toHaveBeenCalledTimes(1);
});

test("a list that cannot be loaded anew by itself stays as it is", async () => {
  const { again } = await show();
  listCalls.mockRejectedValue(new Error("Connection lost"));
  answers["calls:recentCalls"] = [aCall({ id: "call2" as never })];
  again();
  await act(async () => {
    await Promise.resolve();
  });
  expect(listCalls).toHaveBeenCalledTimes(2);
  expect(rows()).toBe(1);
});

test("the calls come right after the totals, and the charts have a page of their own", async () => {
  await show("/dashboard/calls?assistant=assistant1&from=2026-11-01");
  const titles = screen.getAllByRole("heading").map(({ textContent }) => textContent);
  const totals = ["Total Calls", "Average Duration", "Total Cost", "Minutes"];
  expect(titles).toEqual(["Call Analytics", ...totals, "Recent Calls"]);
  const tabs = within(screen.getByRole("navigation", { name: "Call Analytics" }));
  const [calls, trends] = tabs.getAllByRole("link");
  expect([calls?.textContent, calls?.getAttribute("aria-current")]).toEqual(["Calls", "page"]);
  expect(trends?.getAttribute("aria-current")).toBeNull();
  expect(trends?.getAttribute("href")).toBe(
    "/dashboard/calls/trends?assistant=assistant1&from=2026-11-01",
  );
});

test("what is chosen goes into the address, and to the backend", async () => {
  await show();
  await userEvent.selectOptions(screen.getByLabelText("Assistant"), "Ada");
  await userEvent.selectOptions(screen.getByLabelText("Status"), "Ended");
  expect(screen.getByTitle("The address").textContent).toBe("?assistant=assistant1&status=ended");
  const asked = vi.mocked(usePaginatedQuery).mock.lastCall?.[1];
  expect(asked).toMatchObject({ assistantId: "assistant1", status: "ended", fromMs: null });
  expect(
    screen.getByText("No calls match your search and filters. Try different ones."),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(screen.getByTitle("The address").textContent).toBe("");
  expect(rows()).toBe(1);
});

test("words are searched for once the typing pauses", async () => {
  answers["calls:searchCalls"] = [aCall({ id: "found1" as never }), aCall({ assistant: null })];
  await show("/dashboard/calls?assistant=assistant1");
  vi.useFakeTimers();
  for (const value of ["b", "ba", "bakery"]) {
    fireEvent.change(screen.getByLabelText("Search"), { target: { value } });
  }
  expect(screen.getByTitle("The address").textContent).toBe("?assistant=assistant1");
  await act(async () => {
    await vi.advanceTimersByTimeAsync(300);
  });
  expect(screen.getByRole("button", { name: "Details of call found1" })).toBeTruthy();
  // The other filters narrow what was found.
  expect(rows()).toBe(1);
  expect(screen.getByTitle("The address").textContent).toBe("?assistant=assistant1&q=bakery");
});

test("an address without a search empties the field", async () => {
  answers["calls:searchCalls"] = [aCall()];
  await show("/dashboard/calls?q=bakery");
  expect(screen.getByLabelText<HTMLInputElement>("Search").value).toBe("bakery");
  await userEvent.click(screen.getByRole("button", { name: "Analytics" }));
  expect(screen.getByLabelText<HTMLInputElement>("Search").value).toBe("");
});
