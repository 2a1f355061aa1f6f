import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useMutation, useQueries, useQuery, type RequestForQueries } from "convex/react";
import { ConvexError } from "convex/values";
import { getFunctionName } from "convex/server";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toasts } from "../../components/toasts";
import { daysAfter, startOfDay, type Span } from "./call-days";
import type { Outcomes } from "./outcome-figures";
import { OutcomesCard } from "./outcomes-card";
import type { Filtering } from "./use-call-filter";

vi.mock("convex/react", () => ({ useMutation: vi.fn(), useQueries: vi.fn(), useQuery: vi.fn() }));

const DAY_MS = 24 * 3_600_000;
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
/** By assistant. Undefined while they load. */
let answers: Record<string, object[] | Error | undefined>;
let dismissed: { _id: string; question: string }[];
const dismissQuestion = vi.fn<(which: { question: string }) => Promise<unknown>>();
const restoreQuestion = vi.fn<(which: object) => Promise<unknown>>();
const saveAnswer = vi.fn<(saved: { question: string; answer: string }) => Promise<unknown>>();

beforeEach(() => {
  answers = { bakery: [], garage: [] };
  dismissed = [];
  dismissQuestion.mockReset().mockImplementation(({ question }) => {
    dismissed = [{ _id: "dismissed1", question }];
    return Promise.resolve("dismissed1");
  });
  restoreQuestion.mockReset().mockImplementation(() => {
    dismissed = [];
    return Promise.resolve(null);
  });
  saveAnswer.mockReset().mockImplementation(({ question, answer }) => {
    answers.bakery = [{ question, answer, savedAtMs: Date.now() + DAY_MS }];
    return Promise.resolve("answer1");
  });
  const mutations: Record<string, unknown> = {
    "knowledge:saveAnswer": saveAnswer,
    "knowledge:dismissQuestion": dismissQuestion,
    "knowledge:restoreQuestion": restoreQuestion,
  };
  vi.mocked(useMutation).mockImplementation(
    (called) => mutations[getFunctionName(called)] as never,
  );
  vi.mocked(useQueries).mockImplementation(((requests: RequestForQueries) =>
    Object.fromEntries(
      Object.entries(requests).map(([key, { query, args }]) => [
        key,
        getFunctionName(query) === "knowledge:listDismissed"
          ? dismissed
          : answers[args.assistantId as string],
      ]),
    )) as never);
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

const items = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test("similar questions are one entry that leads to their calls, the most frequent first", async () => {
  left(0, { unanswered: ["Any oil?"], assistantId: "garage" });
  left(0, { unanswered: ["Do you sell tyres?", "Is it vegan?", "Any gluten?"] });
  left(1, { unanswered: ["Can I buy tyres?", "Do you sell winter tyres?", "Dogs allowed?"] });
  left(2, { unanswered: ["Any wine?"], assistantId: "gone" });
  const { user } = show();
  expect(items()).toHaveLength(5);
  expect(items()[0]).toContain("Do you sell tyres?Asked 2 times, to Bakery");
  const find = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(find("Find calls about: Any gluten?")).toBe(
    "/dashboard/calls?assistant=bakery&q=Any+gluten%3F",
  );
  await user.click(screen.getByRole("button", { name: "Show all 7" }));
  expect(find("Find calls about: Any wine?")).toBe("/dashboard/calls?q=Any+wine%3F");
  expect(items().at(-1)).toBe("Any wine?Asked once, to a deleted assistantFind calls");
  await user.click(screen.getByRole("button", { name: "Show fewer" }));
  expect(items()).toHaveLength(5);
});

test("an answer is saved in place, and the question is gone on the next visit", async () => {
  left(0, { unanswered: ["Do you sell tyres?", "Is it vegan?"] });
  const { user, showSpan } = show();
  await user.click(screen.getByRole("button", { name: "Add an answer to Bakery: Is it vegan?" }));
  await user.keyboard("Yes, all of it.{Enter}");
  expect(saveAnswer).toHaveBeenCalledWith({
    assistantId: "bakery",
    question: "Is it vegan?",
    answer: "Yes, all of it.",
  });
  showSpan(lastDays(30));
  expect(items()[1]).toContain("Is it vegan?Asked once, to BakeryWhat it saidFind callsAnswered.");
  cleanup();
  show();
  expect(items()).toHaveLength(1);
});

test("a dismissed question and similar ones go, and come back with Undo", async () => {
  left(0, { unanswered: ["Do you know any jokes?", "Is it vegan?", "Do you know jokes?"] });
  const { user, showSpan, card } = show();
  render(<Toasts />);
  await user.click(screen.getByRole("button", { name: "Not needed: Do you know any jokes?" }));
  showSpan(lastDays(30));
  const [vegan, ...others] = within(card).getAllByRole("listitem");
  expect(vegan?.textContent).toContain("Is it vegan?");
  expect(others).toEqual([]);
  expect(document.activeElement?.textContent).toBe("Unanswered questions");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(restoreQuestion).toHaveBeenCalledWith({ dismissedId: "dismissed1" });
  showSpan(lastDays(30));
  expect(screen.getByText("Do you know any jokes?")).toBeTruthy();
});

test("a question that cannot be dismissed stays, and the reason is shown", async () => {
  left(0, { unanswered: ["Is it vegan?"] });
  const reason = { code: "too_many_requests", message: "Too many requests." };
  dismissQuestion.mockRejectedValueOnce(new ConvexError(reason));
  const { user } = show();
  render(<Toasts />);
  await user.click(screen.getByRole("button", { name: "Not needed: Is it vegan?" }));
  expect(await screen.findByText("Too many requests.")).toBeTruthy();
  expect(screen.getByText("Is it vegan?")).toBeTruthy();
});

test("an answer to a reworded question dismisses the one that was asked", async () => {
  left(0, { unanswered: ["Is it vegan?"] });
  const { user, showSpan } = show();
  await user.click(screen.getByRole("button", { name: "Add an answer to Bakery: Is it vegan?" }));
  await user.clear(screen.getByLabelText("Question"));
  await user.type(screen.getByLabelText("Question"), "Which ingredients do you use?");
  await user.type(screen.getByLabelText("Answer"), "Flour.{Enter}");
  expect(dismissQuestion).toHaveBeenCalledWith({
    assistantId: "bakery",
    question: "Is it vegan?",
  });
  showSpan(lastDays(30));
  expect(items()[0]).toContain("Answered.");
});

test("a question with an answer from before is left out, until it is asked again", () => {
  left(0, { unanswered: ["Is it vegan?"] });
  left(3, { unanswered: ["Do you sell tyres?"] });
  const savedAtMs = daysAfter(todayMs, -1);
  answers.bakery = ["Is it all vegan?", "Any tyres?"].map((question) => ({
    question,
    answer: "Yes.",
    savedAtMs,
  }));
  show();
  expect(items()).toHaveLength(1);
  expect(items()[0]).toContain("Is it vegan?");
});

test("when all questions have answers, it says so", () => {
  left(3, { unanswered: ["Do you sell tyres?"] });
  answers.bakery = [{ question: "Any tyres?", answer: "Yes.", savedAtMs: daysAfter(todayMs, -1) }];
  show();
  expect(screen.getByText("You have answered every question.")).toBeTruthy();
});

test("answers that cannot be loaded leave the questions", () => {
  left(3, { unanswered: ["Do you sell tyres?"] });
  answers.bakery = new Error("Server Error");
  show();
  expect(items()).toHaveLength(1);
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
