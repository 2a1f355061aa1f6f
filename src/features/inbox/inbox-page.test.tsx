import { act, cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import {
  useAction,
  useConvex,
  useMutation,
  usePaginatedQuery,
  useQueries,
  useQuery,
  type RequestForQueries,
} from "convex/react";
import { getFunctionName, type FunctionReference } from "convex/server";
import { BrowserRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toasts } from "../../components/toasts";
import { saveFile } from "../../lib/save-file";
import { must } from "../../lib/must";
import type { CallDetails } from "../../lib/shown-calls";
import { someDetails } from "../../lib/sample-call";
import { InboxPage } from "./inbox-page";
import type { ShownOutcome } from "./shown-outcome";
import { ENTRY } from "./texts";

vi.mock("convex/react", () => ({
  useAction: vi.fn(),
  useConvex: vi.fn(),
  useMutation: vi.fn(),
  usePaginatedQuery: vi.fn(),
  useQueries: vi.fn(),
  useQuery: vi.fn(),
}));
vi.mock("../../lib/save-file");

const ADDRESS = "/dashboard/inbox";
const BAKERY = { _id: "a1", name: "Bakery" };
const TYRES = "Do you sell tyres?";

function anEntry(name: string, changes: object = {}): ShownOutcome {
  const text = { key: "name", label: "Name", kind: "text", value: name, isRequired: false };
  return {
    callId: `call-${name}`,
    channel: "voice",
    leftBecause: null,
    soFar: null,
    conversations: [`call-${name}`],
    assistant: { id: BAKERY._id, name: BAKERY.name },
    atMs: Date.UTC(2026, 10, 24, 9, 30),
    found: [text],
    unanswered: [],
    mood: "positive",
    language: "en",
    isUnread: false,
    status: "new",
    note: "",
    ...changes,
  } as unknown as ShownOutcome;
}

const ADA = anEntry("Ada", { isUnread: true });
const GRACE = anEntry("Grace");

const updateOutcome = vi.fn<(changed: object) => Promise<null>>();
const getCallDetails = vi.fn<(which: { callId: CallDetails["id"] }) => Promise<object>>();
const loadMore = vi.fn<(count: number) => void>();
const ask = vi.fn<(query: FunctionReference<"query">, args: object) => Promise<unknown>>();
let answers: Record<string, unknown>;
let page: { status: string; results: ShownOutcome[] };

beforeEach(() => {
  window.history.replaceState(null, "", ADDRESS);
  updateOutcome.mockReset().mockResolvedValue(null);
  getCallDetails
    .mockReset()
    .mockImplementation(({ callId }) => Promise.resolve(someDetails({ id: callId })));
  loadMore.mockReset();
  vi.mocked(saveFile).mockReset();
  answers = {
    "assistants:listAssistants": [BAKERY],
    "outcomes:unreadOutcomes": 1,
    "knowledge:listAnswers": [],
    "knowledge:listDismissed": [],
  };
  vi.mocked(useQueries).mockImplementation(((requests: RequestForQueries) =>
    Object.fromEntries(
      Object.entries(requests).map(([key, { query }]) => [key, answers[getFunctionName(query)]]),
    )) as never);
  page = { status: "Exhausted", results: [ADA, GRACE] };
  vi.mocked(useQuery).mockImplementation(((query: FunctionReference<"query">, args?: unknown) =>
    args === "skip" ? undefined : answers[getFunctionName(query)]) as never);
  vi.mocked(usePaginatedQuery).mockImplementation((() => ({ ...page, loadMore })) as never);
  vi.mocked(useMutation).mockReturnValue(updateOutcome as never);
  vi.mocked(useAction).mockReturnValue(getCallDetails as never);
  vi.mocked(useConvex).mockReturnValue({ query: ask } as never);
});
afterEach(() => {
  cleanup();
  window.history.replaceState(null, "", "/");
});

function visit() {
  const shown = () => (
    <BrowserRouter>
      <InboxPage />
      <Toasts />
    </BrowserRouter>
  );
  const { rerender } = render(shown());
  return { user: userEvent.setup(), renderAgain: () => rerender(shown()) };
}

const entries = () => within(screen.getByRole("list", { name: "Entries" })).getAllByRole("button");
const entry = (at: number) => must(entries()[at], "entry");
const opened = () => screen.queryByRole("article")?.getAttribute("aria-label") ?? null;
const changes = () => updateOutcome.mock.calls.map(([changed]) => changed);

test("a spinner shows while the entries load, without filters", () => {
  page = { status: "LoadingFirstPage", results: [] };
  visit();
  expect(screen.getByText("Loading your inbox")).toBeTruthy();
  expect(screen.queryByRole("search")).toBeNull();
});

test("an empty inbox explains itself and links to the assistants", () => {
  page = { status: "Exhausted", results: [] };
  visit();
  expect(screen.getByRole("heading", { name: "Nothing here yet" })).toBeTruthy();
  const link = screen.getByRole("link", { name: "Go to your assistants" });
  expect(link.getAttribute("href")).toBe("/dashboard");
  expect(screen.queryByRole("button", { name: "Download CSV" })).toBeNull();
});

test("an entry shows its values, its assistant, its status and whether it is unread", () => {
  const asking = { unanswered: [TYRES], assistant: null, status: "done" };
  page.results = [ADA, anEntry("Grace", asking), anEntry("", { found: [], unanswered: [TYRES] })];
  visit();
  const [ada, grace, nobody] = entries().map(({ textContent }) => textContent);
  expect(ada).toMatch(/^Unread: Ada.*Bakery.*New$/);
  expect(grace).toMatch(/^Grace.*“Do you sell tyres\?”.*A deleted assistant.*Done$/);
  expect(nobody).toMatch(/^Unanswered question/);
  expect(screen.getByRole("status").textContent).toBe("1 unread");
});

test("opening an entry marks it as read, shows its details and changes the address", async () => {
  const found = [
    ...ADA.found,
    { key: "email", label: "Email", kind: "email", value: "ada@bakery.example" },
    { key: "phone", label: "Phone", kind: "phone", value: "555 12-34" },
    { key: "day", label: "Day", kind: "date", value: "2026-11-27" },
    { key: "sliced", label: "Sliced", kind: "yesNo", value: true },
    { key: "order", label: "Order", kind: "text", value: null },
  ];
  page.results = [{ ...ADA, found, unanswered: [TYRES] } as ShownOutcome, GRACE];
  const { user } = visit();
  await user.click(entry(0));
  expect(window.location.search).toBe("?call=call-Ada");
  expect(changes()).toEqual([{ callId: "call-Ada", isUnread: false }]);
  const detail = within(screen.getByRole("article", { name: "Ada" }));
  const link = (name: string) => detail.getByRole("link", { name }).getAttribute("href");
  expect(link("ada@bakery.example")).toBe("mailto:ada@bakery.example");
  expect(link("555 12-34")).toBe("tel:5551234");
  for (const text of ["Friday, November 27, 2026", "Yes", "Not found", "Positive", "English"]) {
    expect(detail.getByText(text)).toBeTruthy();
  }
  expect(detail.getByText(TYRES)).toBeTruthy();
  expect((await detail.findByRole("region", { name: "Transcript" })).textContent).toContain(
    "When do you open?",
  );
});

test("an unanswered question is dismissed or answered in the entry, and one with an answer shows it", async () => {
  const unanswered = [TYRES, "Is there parking?"];
  page.results = [anEntry("Ada", { unanswered })];
  answers["knowledge:listAnswers"] = [
    { question: "Any parking?", answer: "Behind the shop.", savedAtMs: Date.now() + 1e12 },
  ];
  const { user, renderAgain } = visit();
  await user.click(entry(0));
  const questions = within(screen.getByRole("region", { name: "Unanswered questions" }));
  const [tyres, parking] = questions.getAllByRole("listitem");
  expect(parking?.textContent).toBe("Is there parking?AnsweredBehind the shop.See all answers");
  const add = () => questions.getByRole("button", { name: `Add an answer to Bakery: ${TYRES}` });
  await user.click(questions.getByRole("button", { name: `Not needed: ${TYRES}` }));
  answers["knowledge:listDismissed"] = [{ _id: "d1", question: "Any tyres?" }];
  renderAgain();
  expect(tyres?.textContent).toBe(`${TYRES}Marked as not neededList it again`);
  await user.click(questions.getByRole("button", { name: `List it again: ${TYRES}` }));
  answers["knowledge:listDismissed"] = [];
  renderAgain();
  await user.click(add());
  await user.keyboard("Only winter tyres.{Enter}");
  expect(changes()).toEqual([
    { assistantId: "a1", question: TYRES },
    { dismissedId: "d1" },
    { assistantId: "a1", question: TYRES, answer: "Only winter tyres." },
  ]);
  expect(tyres?.textContent).toContain("Answered. Your assistant knows it in a few seconds.");
});

test("while a visitor who asked for a person still talks, the entry has what was said until then", async () => {
  const asked = {
    key: "hark_person",
    label: "Asked for a person",
    kind: "text",
    value: "A refund",
  };
  const soFar = "Assistant: Hello.\nVisitor: A person, please.";
  page.results = [anEntry("Ada", { found: [asked], soFar })];
  const { user } = visit();
  await user.click(entry(0));
  const detail = within(screen.getByRole("article", { name: "A refund" }));
  expect(detail.getByText("Asked for a person")).toBeTruthy();
  expect(detail.getByRole("region", { name: ENTRY.soFar }).textContent).toContain(soFar);
});

test("a call that fails to load can be tried again", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  getCallDetails.mockRejectedValueOnce(new Error("Server Error"));
  const { user } = visit();
  await user.click(entry(1));
  expect(await screen.findByText("Failed to load the call.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("region", { name: "Transcript" })).toBeTruthy();
});

test("a note is saved, and leaving an unsaved one asks first", async () => {
  const confirm = vi.fn(() => false);
  vi.stubGlobal("confirm", confirm);
  const { user } = visit();
  await user.click(entry(1));
  expect(screen.queryByRole("button", { name: "Save note" })).toBeNull();
  await user.type(screen.getByLabelText("Note"), "Baked on Friday. ");
  act(() => window.history.back());
  expect(confirm).toHaveBeenCalledOnce();
  expect(opened()).toBe("Grace");
  await user.click(screen.getByRole("button", { name: "Save note" }));
  expect(changes()).toEqual([{ callId: "call-Grace", note: "Baked on Friday. " }]);
  expect(screen.getByLabelText<HTMLTextAreaElement>("Note").value).toBe("Baked on Friday.");
});

test("a change that fails shows an error", async () => {
  updateOutcome.mockRejectedValue(new Error("Server Error"));
  const { user } = visit();
  await user.click(entry(1));
  const status = within(screen.getByRole("article")).getByLabelText("Status");
  await user.selectOptions(status, "In progress");
  expect(await screen.findByText("Failed to save the change.")).toBeTruthy();
  expect(changes()).toEqual([{ callId: "call-Grace", status: "in progress" }]);
});

test("shortcuts move through the list and mark the open entry as done, but not while typing", async () => {
  const { user } = visit();
  await user.keyboard("k");
  expect(opened()).toBe("Ada");
  await user.keyboard("jjj");
  expect(opened()).toBe("Grace");
  await user.keyboard("k");
  expect(opened()).toBe("Ada");
  await user.keyboard("je");
  expect(changes().at(-1)).toEqual({ callId: "call-Grace", status: "done" });
  act(() => window.history.back());
  await expect.poll(opened).toBe("Ada");
  await user.type(screen.getByLabelText("Note"), "jke");
  expect(opened()).toBe("Ada");
});

test("fast shortcuts act on the entry that the previous one opened", () => {
  visit();
  const press = (key: string) => window.dispatchEvent(new KeyboardEvent("keydown", { key }));
  act(() => void press("j"));
  // Nothing is drawn between these.
  act(() => {
    press("j");
    press("e");
  });
  expect(changes().at(-1)).toEqual({ callId: "call-Grace", status: "done" });
});

test("older entries load on request, and go on loading while a page has none", async () => {
  page.status = "CanLoadMore";
  const { user, renderAgain } = visit();
  const turn = (status: string, results = page.results) => {
    page = { status, results };
    renderAgain();
  };
  await user.click(screen.getByRole("button", { name: "Load older entries" }));
  expect(loadMore).toHaveBeenCalledExactlyOnceWith(30);
  turn("LoadingMore");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Loading..." }).disabled).toBe(true);
  turn("CanLoadMore");
  expect(loadMore).toHaveBeenCalledTimes(2);
  turn("LoadingMore");
  turn("CanLoadMore", [ADA, GRACE, anEntry("Mary")]);
  expect(loadMore).toHaveBeenCalledTimes(2);
  expect(screen.getByRole("button", { name: "Load older entries" })).toBeTruthy();
});

test("a filter without a result on its first page goes on, and only its last page says so", async () => {
  const { user, renderAgain } = visit();
  page = { status: "CanLoadMore", results: [] };
  await user.selectOptions(screen.getByLabelText("Status"), "Done");
  expect(loadMore).toHaveBeenCalledExactlyOnceWith(30);
  expect(screen.getByText("Loading your inbox")).toBeTruthy();
  expect(screen.queryByText(/^No results/)).toBeNull();
  page = { status: "Exhausted", results: [] };
  renderAgain();
  expect(screen.getByText(/^No results/)).toBeTruthy();
});

test("the backend filters the entries, and searches when the typing pauses", async () => {
  const { user } = visit();
  await user.selectOptions(screen.getByLabelText("Assistant"), "Bakery");
  await user.selectOptions(screen.getByLabelText("Status"), "Done");
  expect(vi.mocked(usePaginatedQuery).mock.lastCall?.[1]).toMatchObject({
    assistantId: "a1",
    status: "done",
  });
  answers["outcomes:searchOutcomes"] = [{ ...GRACE, status: "done" }];
  await user.type(screen.getByLabelText("Search"), " rye ");
  await vi.waitFor(() => {
    const search = { assistantId: "a1", status: "done", words: "rye" };
    expect(useQuery).toHaveBeenCalledWith(expect.anything(), search);
  });
  await vi.waitFor(() => expect(entry(0).textContent).toMatch(/^Grace/));
});

test("a reload and a shared link keep the filters and the open entry", async () => {
  const { user } = visit();
  await user.selectOptions(screen.getByLabelText("Assistant"), "Bakery");
  await user.selectOptions(screen.getByLabelText("Status"), "Done");
  await user.type(screen.getByLabelText("Search"), "rye{Enter}");
  expect(window.location.search).toBe("?assistant=a1&status=done&q=rye");
  answers["outcomes:searchOutcomes"] = [{ ...GRACE, status: "done" }];
  cleanup();
  visit();
  await userEvent.setup().click(entry(0));
  expect(window.location.search).toBe("?assistant=a1&status=done&q=rye&call=call-Grace");
  expect(screen.getByLabelText<HTMLInputElement>("Search").value).toBe("rye");
  const search = within(screen.getByRole("search", { name: "Inbox" }));
  expect(search.getByLabelText<HTMLSelectElement>("Assistant").value).toBe("a1");
  expect(search.getByLabelText<HTMLSelectElement>("Status").value).toBe("done");
});

test("a filter by an assistant waits until the owner's assistants are known", () => {
  window.history.replaceState(null, "", `${ADDRESS}?assistant=a1`);
  answers["assistants:listAssistants"] = undefined;
  visit();
  expect(vi.mocked(usePaginatedQuery).mock.lastCall?.[1]).toBe("skip");
});

test("an address with an unknown assistant or status shows everything", () => {
  window.history.replaceState(null, "", `${ADDRESS}?assistant=deleted&status=lost`);
  visit();
  expect(vi.mocked(usePaginatedQuery).mock.lastCall?.[1]).toEqual({
    assistantId: null,
    status: null,
  });
  expect(entries()).toHaveLength(2);
});

test("what is clicked while a typed search waits is not undone by it", async () => {
  answers["outcomes:searchOutcomes"] = [ADA, GRACE];
  const { user } = visit();
  await user.type(screen.getByLabelText("Search"), "rye");
  await user.selectOptions(screen.getByLabelText("Status"), "Done");
  await user.click(entry(1));
  const expected = "?status=done&call=call-Grace";
  expect(window.location.search).toBe(expected);
  await vi.waitFor(() => expect(window.location.search).toBe(`${expected}&q=rye`));
  expect(opened()).toBe("Grace");
});

test("without results, one button clears the filters and the search", async () => {
  const { user } = visit();
  answers["outcomes:searchOutcomes"] = [];
  await user.type(screen.getByLabelText("Search"), "nobody");
  await screen.findByText("No results. Try another search or filter.");
  await user.click(screen.getByRole("button", { name: "Show all" }));
  expect(screen.getByLabelText<HTMLInputElement>("Search").value).toBe("");
  expect(entries()).toHaveLength(2);
});

test("a message that a visitor left has its fields and what the website told, and nothing about a conversation", async () => {
  page.results = [anEntry("Ada", { channel: "message", leftBecause: "closed" })];
  getCallDetails.mockImplementation(({ callId }) =>
    Promise.resolve(
      someDetails({
        id: callId,
        channel: "message",
        pageFacts: [{ name: "cart", value: "3 rolls" }],
      }),
    ),
  );
  const { user } = visit();
  expect(entry(0).textContent).toContain("Bakery · Message · closed");
  await user.click(entry(0));
  const detail = screen.getByRole("article", { name: "Ada" });
  expect(within(detail).getByText(/· Message · closed,/)).toBeTruthy();
  expect(within(detail).queryByRole("status")).toBeNull();
  const told = await within(detail).findByRole("region", { name: "From your website" });
  expect(told.textContent).toContain("cart3 rolls");
  expect(within(detail).queryByText("Mood")).toBeNull();
  expect(within(detail).queryByText("Transcript")).toBeNull();
});

test("a typed conversation is marked, and has no recording", async () => {
  page.results = [anEntry("Ada", { channel: "text" })];
  getCallDetails.mockImplementation(({ callId }) =>
    Promise.resolve(someDetails({ id: callId, channel: "text", recordingUrl: null })),
  );
  const { user } = visit();
  expect(entry(0).textContent).toContain("Bakery · Typed conversation");
  await user.click(entry(0));
  expect(await screen.findByText("Transcript")).toBeTruthy();
  expect(screen.queryByText("No recording.")).toBeNull();
});

test("the conversations of one visitor are one entry, which leads to each of them", async () => {
  const ids = ["call-Ada", "typed-Ada"] as CallDetails["id"][];
  page.results = [anEntry("Ada", { conversations: ids }), GRACE];
  const createdAt = "2026-11-24T09:00:00.000Z";
  const thread = [
    { id: must(ids[0], "call"), channel: "voice" as const, createdAt },
    { id: must(ids[1], "typed"), channel: "text" as const, createdAt },
  ];
  getCallDetails.mockImplementation(({ callId }) => {
    const channel = callId === ids[1] ? "text" : "voice";
    const messages = [{ role: "user" as const, text: `Words of ${callId}` }];
    return Promise.resolve(someDetails({ id: callId, channel, messages, thread }));
  });
  // A mail can lead to an earlier conversation.
  window.history.replaceState(null, "", `${ADDRESS}?call=typed-Ada`);
  const { user } = visit();
  expect(entry(0).textContent).toContain("Bakery · 2 conversations");
  expect(entry(0).getAttribute("aria-current")).toBe("true");
  expect(await screen.findByText("Words of typed-Ada")).toBeTruthy();
  const links = within(screen.getByRole("navigation", { name: "Conversations with this visitor" }));
  expect(
    links.getByRole("button", { name: /^Typed conversation, / }).getAttribute("aria-current"),
  ).toBe("true");
  await user.click(links.getByRole("button", { name: /^Call, / }));
  expect(await screen.findByText("Words of call-Ada")).toBeTruthy();
  expect(screen.queryByText("Words of typed-Ada")).toBeNull();
});

test("the download has all entries that match, loaded or not", async () => {
  ask.mockResolvedValueOnce({ page: [ADA], isDone: false, continueCursor: "next" });
  ask.mockResolvedValueOnce({ page: [GRACE], isDone: true, continueCursor: "end" });
  const { user } = visit();
  await user.click(screen.getByRole("button", { name: "Download CSV" }));
  await expect.poll(() => vi.mocked(saveFile).mock.calls).toHaveLength(1);
  const [name, content] = must(vi.mocked(saveFile).mock.calls[0], "file");
  expect(name).toBe("inbox.csv");
  expect((await content.text()).trimEnd().split("\r\n")).toHaveLength(3);
  expect(ask.mock.calls.map(([, args]) => args)).toMatchObject([
    { paginationOpts: { cursor: null } },
    { paginationOpts: { cursor: "next" } },
  ]);
});

test("a download that fails shows an error", async () => {
  ask.mockRejectedValue(new Error("Server Error"));
  const { user } = visit();
  await user.click(screen.getByRole("button", { name: "Download CSV" }));
  expect(await screen.findByText("Failed to download the inbox.")).toBeTruthy();
});
