import { act, cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ConvexError } from "convex/values";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEFAULT_CONVERSATION } from "../../../../convex/shared/conversation";
import { Toasts } from "../../../components/toasts";
import { assistantPathFor, type AssistantSection } from "../../../lib/routes";
import { backend } from "../mock-backend";
import { AssistantPage } from "../page/assistant-page";

vi.mock("convex/react", async () => (await import("../mock-backend")).backend.hooks);

const content = {
  name: "Ada",
  systemPrompt: "You answer for a bakery.",
  assistantGoal: "Take an order.",
  voice: "lily",
  widgetColor: "#14b8a6",
  widgetIcon: "bot",
  widgetSize: "small",
  talk: DEFAULT_CONVERSATION,
};
const live = { _id: "a1", embedId: "e1", published: true, voiceAssistantId: "voice-0", ...content };
const waiting = { ...live, review: { draftId: "d1" } };
const draft = {
  id: "d1",
  savedAtMs: 1_700_000_000_000,
  restoredNumber: null,
  changed: ["systemPrompt"],
  asksToAgree: false,
  edited: { ...waiting, systemPrompt: "You answer for a rye bakery." },
};
const NO_REHEARSALS = {
  rehearsals: [],
  use: { used: 0, allowed: 20 },
  isRunning: false,
  publishes: false,
};
const confirm = vi.fn<(text: string) => boolean>();
let askAgain: () => void;

beforeEach(() => {
  backend.reset();
  backend.answer("rehearsals:list", () => NO_REHEARSALS);
  backend.answer("usage:checkFreeTrialLimit", () => ({ hasSubscription: true }));
  confirm.mockReset().mockReturnValue(true);
  vi.stubGlobal("confirm", confirm);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function answer(assistant: object, shown: object | null | undefined) {
  backend.answer("assistants:listAssistants", () => [assistant]);
  backend.answer("drafts:getDraft", () => shown);
}

/** What the backend answers once the changes are gone. */
function answerGone() {
  answer({ ...live, review: { draftId: null } }, null);
  askAgain();
}

async function open(section: AssistantSection = "settings") {
  const page = () => (
    <MemoryRouter initialEntries={[assistantPathFor("a1", section)]}>
      <main id="main" tabIndex={-1}>
        <Routes>
          <Route path="/dashboard/assistants/:assistantId/:section?" element={<AssistantPage />} />
        </Routes>
      </main>
      <Toasts />
    </MemoryRouter>
  );
  const { rerender } = render(page());
  askAgain = () => rerender(page());
  await act(() => vi.dynamicImportSettled());
  return userEvent.setup();
}

const bar = () => screen.getByRole("region", { name: "Changes that are not live" });
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

test("without reviews there is no bar, and nothing is asked about changes that wait", async () => {
  answer(live, null);
  const asked: unknown[] = [];
  backend.answer("drafts:getDraft", (args) => {
    asked.push(args);
    return undefined;
  });
  await open();
  expect(new Set(asked)).toEqual(new Set(["skip"]));
  expect(screen.queryByRole("region", { name: "Changes that are not live" })).toBeNull();
});

test("the forms show what waits, the heading what is live, and a save keeps both", async () => {
  const named = { ...draft, edited: { ...draft.edited, name: "Grace" } };
  answer(waiting, named);
  const user = await open();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Ada");
  expect(screen.getByLabelText<HTMLInputElement>("Assistant name").value).toBe("Grace");
  expect(screen.getByText(/It already uses your changes that are not live/)).toBeTruthy();
  await user.type(screen.getByLabelText("Assistant goal"), " Today.");
  await user.click(button("Save changes"));
  expect(await screen.findByText("The changes are not live yet.")).toBeTruthy();
  expect(backend.calls.at(-1)).toMatchObject([
    "assistants:updateAssistant",
    { name: "Grace", assistantGoal: "Take an order. Today." },
  ]);
});

test("while the changes load, no form shows what is live instead", async () => {
  answer(waiting, undefined);
  await open();
  expect(screen.getByText("Loading the assistant")).toBeTruthy();
  expect(screen.queryByLabelText("Assistant name")).toBeNull();
});

test("an owner reads the differences and their effects, and publishes exactly these", async () => {
  answer(waiting, draft);
  const user = await open();
  expect(bar().textContent).toContain("System prompt. Saved");
  await user.click(button("Review and publish"));
  const dialog = screen.getByRole("dialog", { name: "Review your changes" });
  const inserted = within(dialog).getAllByRole("insertion");
  expect(inserted.map(({ textContent }) => textContent)).toEqual(["underlined", "Changed to: rye"]);
  expect(within(dialog).getByText(/New conversations use the changes/)).toBeTruthy();
  backend.answer("drafts:publishDraft", () => {
    answerGone();
    return Promise.resolve(true);
  });
  await user.click(button("Publish changes"));
  expect(backend.calls.at(-1)).toEqual([
    "drafts:publishDraft",
    { assistantId: "a1", draftId: "d1" },
  ]);
  expect(await screen.findByText(/^Changes published!/)).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Changes that are not live" })).toBeNull();
  expect(document.activeElement?.id).toBe("main");
});

test("changes that another tab edits meanwhile are shown before they can be published", async () => {
  answer(waiting, draft);
  const user = await open();
  await user.click(button("Review and publish"));
  const newer = { ...draft.edited, assistantGoal: "Take two orders." };
  answer({ ...waiting, review: { draftId: "d2" } }, { ...draft, id: "d2", edited: newer });
  askAgain();
  expect(screen.getByText("The changes were edited in the meantime.")).toBeTruthy();
  expect(button("Publish changes").disabled).toBe(true);
  await user.click(button("Show the latest"));
  expect(screen.getByRole("dialog").textContent).toContain("two orders.");
  expect(button("Publish changes").disabled).toBe(false);
});

test("a failure is said in the dialog, which stays open", async () => {
  answer(waiting, draft);
  const reason = { code: "too_many_requests", message: "Please wait." };
  backend.answer("drafts:publishDraft", () => Promise.reject(new ConvexError(reason)));
  const user = await open();
  await user.click(button("Review and publish"));
  await user.click(button("Publish changes"));
  const alert = await within(screen.getByRole("dialog")).findByRole("alert");
  expect(alert.textContent).toBe("Failed to publish the changes. Please wait.");
  await user.click(button("Cancel"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("what is not saved yet is said not to be part of the review", async () => {
  answer(waiting, draft);
  const user = await open();
  await user.type(screen.getByLabelText("Assistant goal"), "!");
  await user.click(button("Review and publish"));
  expect(screen.getByText("What you have not saved yet is not part of this.")).toBeTruthy();
});

test("discarding asks first, and then goes back to what is live", async () => {
  answer(waiting, draft);
  backend.answer("drafts:discardDraft", () => {
    answerGone();
    return Promise.resolve(true);
  });
  confirm.mockReturnValueOnce(false);
  const user = await open();
  await user.click(button("Discard the changes that are not live"));
  expect(backend.calls).toEqual([]);
  await user.click(button("Discard the changes that are not live"));
  expect(backend.calls).toEqual([["drafts:discardDraft", { assistantId: "a1", draftId: "d1" }]]);
  expect(await screen.findByText("Your changes were discarded.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("System prompt").value).toBe(
    "You answer for a bakery.",
  );
});

test("changes that were already published elsewhere are not said to be published now", async () => {
  answer(waiting, draft);
  backend.answer("drafts:publishDraft", () => Promise.resolve(false));
  const user = await open();
  await user.click(button("Review and publish"));
  await user.click(button("Publish changes"));
  expect(
    await screen.findByText("These changes were already published or discarded."),
  ).toBeTruthy();
});

test.each(["knowledge", "notes", "actions"] as const)(
  "the section %s says that it is live at once, if other changes wait",
  async (section) => {
    answer(waiting, draft);
    await open(section);
    expect(
      screen.getByText("Changes on this page are live at once, without a review."),
    ).toBeTruthy();
    cleanup();
    answer(live, null);
    await open(section);
    expect(screen.queryByText(/live at once, without a review/)).toBeNull();
  },
);

test("an owner switches reviews on and off", async () => {
  answer(live, null);
  const user = await open("versions");
  await user.click(button("Switch on"));
  expect(backend.calls).toEqual([["drafts:setReview", { assistantId: "a1", isOn: true }]]);
  answerGone();
  expect(document.activeElement).toBe(button("Switch off"));
  await user.click(button("Switch off"));
  expect(backend.calls.at(-1)).toEqual(["drafts:setReview", { assistantId: "a1", isOn: false }]);
});

test("with changes that wait, switching reviews off asks what happens to them", async () => {
  answer(waiting, draft);
  backend.answer("drafts:discardDraft", () => Promise.resolve(true));
  const user = await open("versions");
  await user.click(button("Switch off"));
  expect(document.activeElement?.textContent).toMatch(/^You have changes that are not live. What/);
  await user.click(button("Cancel"));
  expect(backend.calls).toEqual([]);
  await user.click(button("Switch off"));
  await user.click(button("Discard them"));
  expect(backend.calls).toEqual([
    ["drafts:discardDraft", { assistantId: "a1", draftId: "d1" }],
    ["drafts:setReview", { assistantId: "a1", isOn: false }],
  ]);
});

test("reviews are switched off once the changes are published", async () => {
  answer(waiting, draft);
  backend.answer("drafts:publishDraft", () => Promise.resolve(true));
  const user = await open("versions");
  await user.click(button("Switch off"));
  await user.click(button("Review and publish them"));
  await user.click(button("Publish changes"));
  expect(backend.calls).toEqual([
    ["drafts:publishDraft", { assistantId: "a1", draftId: "d1" }],
    ["drafts:setReview", { assistantId: "a1", isOn: false }],
  ]);
});

test("the overview says whether what is saved is live, and leads to the switch", async () => {
  answer(live, null);
  await open("overview");
  expect(screen.getByText(/What you save is live at once/)).toBeTruthy();
  const link = screen.getByRole("link", { name: "Review changes first" });
  expect(link.getAttribute("href")).toBe("/dashboard/assistants/a1/versions");
  cleanup();
  answer(waiting, draft);
  await open("overview");
  expect(screen.getByText("What you save waits for your review before it is live.")).toBeTruthy();
});

test("a shorter retention deletes calls only when it is published", async () => {
  answer(waiting, { ...draft, edited: { ...draft.edited, callsKeptDays: 30 } });
  await open("privacy");
  expect(screen.getByText(/^Publishing this deletes all calls/)).toBeTruthy();
});

test("the versions begin with what is not live", async () => {
  answer(waiting, draft);
  await open("versions");
  const [row] = within(screen.getByRole("region", { name: "Versions" })).getAllByRole("listitem");
  expect(row?.textContent).toContain("Not live");
  expect(row?.textContent).toContain("Your changes: System prompt");
});

test("restoring a version asks before it replaces changes that wait", async () => {
  const version = { id: "v1", number: 1, savedAtMs: 1, changed: [], restoredNumber: null };
  const newest = { ...version, id: "v2", number: 2 };
  const listed = { results: [newest, version], status: "Exhausted", loadMore: vi.fn() };
  vi.spyOn(backend.hooks, "usePaginatedQuery").mockReturnValue(listed as never);
  const then = { ...content, assistantGoal: "Take two orders." };
  backend.answer("versions:getVersion", () => ({ ...version, _id: "v1", content: then }));
  answer(waiting, draft);
  confirm.mockReturnValueOnce(false);
  const user = await open("versions");
  expect(screen.getAllByText("Live")).toHaveLength(2);
  await user.click(button("Compare version 1"));
  expect(screen.getByText(/^This compares with what is live\./)).toBeTruthy();
  await user.click(button("Restore"));
  expect(backend.calls).toEqual([]);
  await user.click(button("Restore"));
  expect(backend.calls).toEqual([["versions:restoreVersion", { versionId: "v1" }]]);
  expect(
    await screen.findByText("Version 1 was restored as changes that are not live yet."),
  ).toBeTruthy();
});

const condition = {
  ...{ _id: "r1", situation: "asks for the hours", must: ["says them"], mustNot: [] },
  ...{ isCondition: true, fromCallId: null, result: null },
};
const resultOf = (state: string, isOutdated = false) => ({
  ...{ state, isOutdated, startedAtMs: 1_700_000_000_000, reason: null, lines: [] },
  checks: [{ kind: "must", text: "says them", isMet: state === "passed" }],
});

function answerConditions(result: object | null, changed: object = {}) {
  const rehearsals = [{ ...condition, result }];
  backend.answer("rehearsals:list", () => ({ ...NO_REHEARSALS, rehearsals, ...changed }));
}

test("conditions that have not passed run before the changes go live", async () => {
  answer(waiting, draft);
  answerConditions(resultOf("passed", true));
  const user = await open();
  await user.click(button("Review and publish"));
  expect(screen.getByText(/One of them has not passed with these changes/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Publish anyway" })).toBeNull();
  await user.click(button("Rehearse and publish (uses 1)"));
  expect(backend.calls).toEqual([
    ["rehearsals:publishIfPassed", { assistantId: "a1", draftId: "d1" }],
  ]);
  answerConditions(resultOf("running"), { isRunning: true, publishes: true });
  askAgain();
  expect(button("Rehearsing...").disabled).toBe(true);
  answerGone();
  expect(await screen.findByText(/Changes published!/)).toBeTruthy();
});

test("going live over a failure takes a second, clear press", async () => {
  answer(waiting, draft);
  answerConditions(resultOf("failed"));
  const user = await open();
  await user.click(button("Review and publish"));
  expect(screen.getByText(/not all rehearsals have passed/)).toBeTruthy();
  confirm.mockReturnValueOnce(false);
  await user.click(button("Publish anyway"));
  expect(backend.calls).toEqual([]);
  backend.answer("drafts:publishDraft", () => Promise.resolve(true));
  await user.click(button("Publish anyway"));
  expect(backend.calls).toEqual([
    ["drafts:publishDraft", { assistantId: "a1", draftId: "d1", despiteRehearsals: true }],
  ]);
});

test("conditions that have passed with these changes do not run again", async () => {
  answer(waiting, draft);
  answerConditions(resultOf("passed"));
  const user = await open();
  await user.click(button("Review and publish"));
  expect(screen.getByText("All of them have passed with these changes.")).toBeTruthy();
  expect(button("Publish changes").disabled).toBe(false);
});

test("rehearsals that cannot run say why, and the changes can be published anyway", async () => {
  answer(waiting, draft);
  answerConditions(null);
  backend.answer("rehearsals:publishIfPassed", () =>
    Promise.reject(new ConvexError({ code: "rehearsal_limit", message: "All are used." })),
  );
  const user = await open();
  await user.click(button("Review and publish"));
  await user.click(button("Rehearse and publish (uses 1)"));
  expect(screen.getByRole("alert").textContent).toContain("All are used.");
  expect(button("Publish anyway").disabled).toBe(false);
});
