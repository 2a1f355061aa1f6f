import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useQuery } from "convex/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { daysAfter, startOfDay, type Span } from "./call-days";
import type { Outcomes } from "./outcome-figures";
import { OutcomesCard } from "./outcomes-card";
import type { Filtering } from "./use-call-filter";

vi.mock("convex/react", () => ({ useQuery: vi.fn() }));

const todayMs = startOfDay(Date.now());
const everything = { assistantId: null, status: null, fromMs: null, toMs: null };
const filtering = {
  asked: everything,
  assistants: [
    { _id: "bakery", name: "Bakery" },
    { _id: "garage", name: "Garage", knowledgeFileId: "file-0" },
  ],
} as unknown as Filtering;

let kept: Outcomes["outcomes"];
let hasMore: boolean;

beforeEach(() => {
  [kept, hasMore] = [[], false];
  vi.mocked(useQuery).mockImplementation(((_: unknown, args: Span | "skip") => {
    if (args === "skip") return undefined;
    const { fromMs, toMs } = args;
    const outcomes = kept.filter(({ atMs }) => fromMs <= atMs && atMs < toMs);
    return { outcomes, hasMore };
  }) as never);
});
afterEach(cleanup);

function left(daysAgo: number, given: object = {}): void {
  kept.push({
    assistantId: "bakery",
    atMs: daysAfter(todayMs, -daysAgo) + 1,
    isInInbox: true,
    isSuccessful: true,
    required: 2,
    requiredFound: 1,
    unanswered: [],
    ...given,
  } as unknown as Outcomes["outcomes"][number]);
}

const lastDays = (days: number): Span => ({
  fromMs: daysAfter(todayMs, 1 - days),
  toMs: daysAfter(todayMs, 1),
});

function show(given: Filtering = filtering, span: Span = lastDays(30)) {
  const card = (shown: Span) => <OutcomesCard filtering={given} span={shown} todayMs={todayMs} />;
  const { rerender } = render(card(span), { wrapper: MemoryRouter });
  return {
    user: userEvent.setup(),
    card: screen.getByRole("region", { name: "Outcomes" }),
    showSpan: (shown: Span) => rerender(card(shown)),
  };
}

const figures = () =>
  screen.getAllByRole("term").map((term) => term.parentElement?.textContent ?? "");

test("this period stands beside the one before, in days of the reader's own", () => {
  left(0);
  left(6, { isSuccessful: false, requiredFound: 2 });
  left(7);
  left(29, { isInInbox: false, isSuccessful: null, required: 0, requiredFound: 0 });
  left(30, { isSuccessful: false });
  left(59);
  left(60);
  const { showSpan } = show();
  expect(figures()).toEqual([
    "Inbox entries3(2 in the previous 30 days)",
    "Success rate67%(50% in the previous 30 days)",
    "Required answers collected67%(50% in the previous 30 days)",
  ]);
  expect(screen.getByText("3 entries")).toBeTruthy();
  showSpan(lastDays(7));
  expect(figures()).toEqual([
    "Inbox entries2(1 in the previous 7 days)",
    "Success rate50%(100% in the previous 7 days)",
    "Required answers collected75%(50% in the previous 7 days)",
  ]);
  const table = within(screen.getByRole("region", { name: "Inbox entries per day", hidden: true }));
  expect(table.getAllByRole("row", { hidden: true })).toHaveLength(8);
  showSpan({ fromMs: daysAfter(todayMs, -30), toMs: daysAfter(todayMs, -29) });
  expect(figures()[1]).toBe("Success rate0%");
  showSpan({ fromMs: daysAfter(todayMs, -29), toMs: daysAfter(todayMs, -28) });
  expect(figures()[0]).toBe("Inbox entries0(1 in the previous day)");
});

test("questions lead to their calls, and to where the assistant that did not know learns the answer, if it still exists", async () => {
  left(0, { unanswered: ["Any oil?"], assistantId: "garage" });
  left(0, { unanswered: ["Do you sell tyres?", "Is it vegan?", "Any gluten?"] });
  left(1, { unanswered: ["Can I buy tyres?", "Do you sell winter tyres?", "Dogs allowed?"] });
  left(2, { unanswered: ["Any wine?"], assistantId: "gone" });
  const { user } = show();
  const items = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(items()).toHaveLength(5);
  expect(items()[0]).toContain("Do you sell tyres?Asked 2 times, to Bakery");
  const find = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(find("Add an answer to Bakery: Do you sell tyres?"), "without a file: the prompt").toBe(
    "/dashboard/assistants/bakery/settings",
  );
  expect(find("Add an answer to Garage: Any oil?"), "the file").toBe(
    "/dashboard/assistants/garage/knowledge",
  );
  expect(find("Find calls about: Any gluten?")).toBe(
    "/dashboard/calls?assistant=bakery&q=Any+gluten%3F",
  );
  await user.click(screen.getByRole("button", { name: "Show all 7" }));
  expect(find("Find calls about: Any wine?")).toBe("/dashboard/calls?q=Any+wine%3F");
  expect(items().at(-1)).toBe("Any wine?Asked once, to a deleted assistantFind calls");
  await user.click(screen.getByRole("button", { name: "Show fewer" }));
  expect(items()).toHaveLength(5);
});

test("where there is nothing, it says how there can be", () => {
  show();
  expect(screen.getByText(/No outcomes in this period/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "open an assistant" }).getAttribute("href")).toBe(
    "/dashboard",
  );
});

test("what cannot be compared is not", () => {
  left(0, { required: 0, requiredFound: 0 });
  show();
  expect(figures()).toEqual([
    "Inbox entries1(0 in the previous 30 days)",
    "Success rate100%",
    "Required answers collected–",
  ]);
});

test("as long as nothing is known, no figure is shown", () => {
  show({ ...filtering, asked: null });
  expect(figures()).toEqual(["Inbox entries…", "Success rate…", "Required answers collected…"]);
  expect(screen.queryByText(/Every question|Nothing was left/)).toBeNull();
});

test("that more was left behind than can be counted is said", () => {
  left(0);
  hasMore = true;
  const { card } = show();
  expect(card.textContent).toContain("You have more calls than we can count here");
  expect(card.textContent).toContain("Your assistants answered every question.");
});
