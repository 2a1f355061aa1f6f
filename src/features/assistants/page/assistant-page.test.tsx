import { DEFAULT_CONVERSATION } from "../../../../convex/shared/conversation";
import { act, cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ConvexError } from "convex/values";
import { Link, MemoryRouter, Route, Routes } from "react-router-dom";
import { toast } from "sonner";
import { Toasts } from "../../../components/toasts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ASSISTANT_SECTIONS, assistantPathFor, type AssistantSection } from "../../../lib/routes";
import type { Phase } from "../../../lib/widget-protocol";
import { backend } from "../mock-backend";
import { AssistantPage } from "./assistant-page";
import { SECTION_TITLES } from "./texts";

vi.mock("convex/react", async () => (await import("../mock-backend")).backend.hooks);

const content = {
  name: "Ada",
  systemPrompt: "You answer for a bakery.",
  assistantGoal: "Take an order.",
  voice: "lily",
  widgetColor: "#14b8a6",
  widgetIcon: "bot",
  widgetSize: "small",
  allowedSites: ["https://www.example.com"],
  recordsCalls: false,
  callsKeptDays: 365,
  findings: [{ label: "Name", kind: "text", isRequired: true }],
  successWords: "A name was left.",
  notice: null,
  talk: { ...DEFAULT_CONVERSATION, language: "de" },
  knowledgeFileId: "file-0",
  knowledgeFileName: "hours.txt",
};
const ada = { _id: "a1", embedId: "e1", published: true, voiceAssistantId: "voice-0", ...content };
const FREE = { hasSubscription: false, limitExceeded: false, freeTrialLimit: 10 };
const confirm = vi.fn<(text: string) => boolean>();

beforeEach(() => {
  backend.reset();
  backend.answer("assistants:listAssistants", () => [ada]);
  backend.answer("usage:checkFreeTrialLimit", () => FREE);
  backend.answer("assistants:updateAssistant", async (saved) => {
    backend.answer("assistants:listAssistants", () => [{ ...ada, ...(saved as typeof content) }]);
    await Promise.resolve();
    askAgain();
  });
  confirm.mockReset().mockReturnValue(true);
  vi.stubGlobal("confirm", confirm);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

type User = ReturnType<typeof userEvent.setup>;

let askAgain: () => void;

async function open(section?: AssistantSection | "recipes"): Promise<User> {
  const page = () => (
    <MemoryRouter initialEntries={[assistantPathFor("a1", section as AssistantSection)]}>
      <Routes>
        <Route path="/dashboard/assistants/:assistantId/:section?" element={<AssistantPage />} />
      </Routes>
      <Link to="/dashboard/assistants/a2">another</Link>
      <Toasts />
    </MemoryRouter>
  );
  const { rerender } = render(page());
  askAgain = () => rerender(page());
  // A section is a chunk of its own.
  await act(() => vi.dynamicImportSettled());
  return userEvent.setup();
}

const saveButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save changes" });
const save = (user: User) => user.click(saveButton());

test.each(ASSISTANT_SECTIONS)(
  "the section %s has an address of its own and is marked",
  async (section) => {
    await open(section);
    const current = screen.getByRole("link", { current: "page" });
    expect(current.textContent).toBe(SECTION_TITLES[section]);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Ada");
    expect(screen.getByRole("region", { name: "Try it" })).toBeTruthy();
  },
);

test("an assistant that is gone and a section that never was are said to be missing", async () => {
  await open("recipes");
  expect(screen.getByRole("heading", { name: "Section not found" })).toBeTruthy();
  cleanup();
  backend.answer("assistants:listAssistants", () => []);
  await open();
  expect(screen.getByRole("heading", { name: "Assistant not found" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "All assistants" }).getAttribute("href")).toBe(
    "/dashboard",
  );
});

test("a section saves its own settings and leaves what was saved elsewhere", async () => {
  const user = await open("after-conversation");
  expect(saveButton().disabled).toBe(true);
  const criteria = screen.getByLabelText("Success criteria (optional)");
  await user.clear(criteria);
  await user.type(criteria, "A day was left.");
  expect(screen.getByText("You have unsaved changes.")).toBeTruthy();
  backend.answer("assistants:listAssistants", () => [{ ...ada, name: "Grace" }]);
  askAgain();
  await save(user);
  expect(await screen.findByText("Assistant updated successfully!")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Open assistant" })).toBeNull();
  expect(backend.calls).toEqual([
    [
      "assistants:updateAssistant",
      { assistantId: "a1", ...content, name: "Grace", successWords: "A day was left." },
    ],
  ]);
});

test("a save that fails keeps what was typed", async () => {
  const reason = { code: "assistant_not_found", message: "It is gone." };
  backend.answer("assistants:updateAssistant", () => Promise.reject(new ConvexError(reason)));
  const user = await open("settings");
  await user.type(screen.getByLabelText("Assistant name"), "!");
  await save(user);
  expect(await screen.findByText("Failed to update assistant. It is gone.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Assistant name").value).toBe("Ada!");
  expect(document.activeElement).toBe(saveButton());
});

test("going to another section forgets what was not saved", async () => {
  const user = await open("settings");
  await user.type(screen.getByLabelText("Assistant name"), "!");
  await user.click(screen.getByRole("link", { name: "Knowledge" }));
  await act(() => vi.dynamicImportSettled());
  expect(screen.getByText("All changes are saved.")).toBeTruthy();
  await user.click(screen.getByRole("link", { name: "Settings and styling" }));
  await act(() => vi.dynamicImportSettled());
  expect(screen.getByLabelText<HTMLInputElement>("Assistant name").value).toBe("Ada");
});

test("what is discarded is as it was saved", async () => {
  const user = await open("settings");
  await user.type(screen.getByLabelText("Assistant name"), "!");
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.getByLabelText<HTMLInputElement>("Assistant name").value).toBe("Ada");
  expect(screen.getByText("All changes are saved.")).toBeTruthy();
});

test("an unanswered question is answered in place, and no longer counts", async () => {
  const unanswered = ["Any parking?", "Do you sell tyres?", "Any tyres?"];
  backend.answer("outcomes:outcomesBetween", () => ({
    outcomes: [{ assistantId: "a1", atMs: 1, unanswered }],
    hasMore: false,
  }));
  backend.answer("knowledge:listAnswers", () => []);
  backend.answer("knowledge:listDismissed", () => []);
  const user = await open();
  const week = within(screen.getByRole("region", { name: "The last 7 days" }));
  const figure = () => week.getByText("Unanswered questions").nextElementSibling?.textContent;
  expect(figure()).toBe("3");
  expect(week.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Do you sell tyres?Asked 2 timesAdd an answerWhat it saidNot needed",
    "Any parking?Asked onceAdd an answerWhat it saidNot needed",
  ]);
  await user.click(week.getByRole("button", { name: "Add an answer to Ada: Any parking?" }));
  const saved = { question: "Any parking?", answer: "Yes." };
  backend.answer("knowledge:saveAnswer", async () => {
    backend.answer("knowledge:listAnswers", () => [{ ...saved, savedAtMs: 2 }]);
    await Promise.resolve();
    askAgain();
  });
  await user.keyboard("Yes.{Enter}");
  expect(backend.calls).toEqual([["knowledge:saveAnswer", { assistantId: "a1", ...saved }]]);
  expect(week.getByRole("status").textContent).toMatch(/^Answered\./);
  expect(figure()).toBe("2");
});

test.each([true, false])("the step to publish, with a plan: %s", async (hasSubscription) => {
  backend.answer("assistants:listAssistants", () => [{ ...ada, published: false }]);
  backend.answer("usage:checkFreeTrialLimit", () => ({ ...FREE, hasSubscription }));
  backend.answer("calls:firstCalls", () => ({ hasTestCall: false, hasVisitorCall: false }));
  backend.answer("auth:loggedInUser", () => ({ email: "a@b.example", addressProblem: null }));
  backend.answer("webhooks:listEndpoints", () => []);
  backend.answer("messengers:listMessengers", () => []);
  backend.answer("outcomeMails:listRecipients", () => null);
  backend.answer("assistants:togglePublishAssistant", () => Promise.resolve(true));
  const user = await open();
  const steps = within(screen.getByRole("region", { name: "Next steps" }));
  const plans = steps.queryByRole("link", { name: "View plans" });
  expect(plans?.getAttribute("href")).toBe(hasSubscription ? undefined : "/dashboard/subscription");
  expect(steps.queryAllByText(/It needs an active subscription/)).toHaveLength(
    hasSubscription ? 0 : 1,
  );
  if (!hasSubscription) return;
  await user.click(steps.getByRole("button", { name: "Publish" }));
  expect(backend.calls).toEqual([["assistants:togglePublishAssistant", { assistantId: "a1" }]]);
  expect(await screen.findByText("Assistant published!")).toBeTruthy();
});

/** What the talk button's frame reports. */
function report(state: Phase): void {
  const { contentWindow: source } = screen.getByTitle<HTMLIFrameElement>("Ada AI Assistant");
  const data = { hark: "state", state };
  act(() => void window.dispatchEvent(new MessageEvent("message", { source, data })));
}

test("beside the button are the figures of the last press's own call, and none if it was refused", async () => {
  const startMs = Date.now() - 30_000;
  const atSecond = (second: number) => new Date(startMs + second * 1000).toISOString();
  const tried = (second: number, given: object = {}) => ({
    ...{ assistant: { id: "a1" }, isTest: true, status: "ended", cost: 0.05 },
    ...{ createdAt: atSecond(second), startedAt: atSecond(second), endedAt: atSecond(2 * second) },
    ...given,
  });
  const earlier = tried(20);
  let calls = [earlier];
  backend.answer("calls:recentCalls", () => calls);
  await open();
  const figures = () => screen.queryByText("Length")?.parentElement?.textContent ?? null;
  expect(figures(), "nothing was pressed").toBeNull();

  report("connecting");
  report("idle");
  expect(figures(), "refused").toBeNull();

  report("connecting");
  calls = [
    tried(41),
    earlier,
    tried(99, { assistant: { id: "a2" } }),
    tried(98, { isTest: false }),
  ];
  report("active");
  report("idle");
  expect(figures()).toBe("Length0:41");

  report("connecting");
  report("idle");
  expect(figures(), "refused after a call").toBeNull();
});

test("an owner can type instead, reads what was looked up, and cannot switch during a call", async () => {
  const typed = { assistant: { id: "a1" }, createdAt: "2026-01-01T00:00:00Z", isTest: true };
  backend.answer("calls:recentCalls", (args) =>
    (args as { channel?: string }).channel === "text"
      ? [
          { ...typed, lookups: ["opening hours"] },
          { ...typed, isTest: false },
        ]
      : [],
  );
  const talk = { ...ada.talk, acceptsText: false };
  backend.answer("assistants:listAssistants", () => [{ ...ada, talk }]);
  backend.answer("usage:getTestUsage", () => ({ canUse: true, remainingMinutes: 9.9 }));
  const user = await open();
  const frame = () => screen.getByTitle<HTMLIFrameElement>("Ada AI Assistant");
  report("active");
  expect(screen.queryByRole("button", { name: "Type instead" })).toBeNull();
  report("idle");
  await user.click(screen.getByRole("button", { name: "Type instead" }));
  expect(frame().getAttribute("src")).toBe("/talk/e1?testing=true");
  expect(screen.getByText(/typing is switched off under Conversation/)).toBeTruthy();
  expect(screen.getByText("9.9 test minutes left. 15 answers count as one minute.")).toBeTruthy();
  expect(screen.queryByText(/opening hours/), "nothing is typed").toBeNull();
  report("active");
  expect(screen.getByText("Looked up in your knowledge: opening hours")).toBeTruthy();
  const link = screen.getByRole("link", { name: "View the conversation" });
  expect(link.getAttribute("href")).toBe("/dashboard/calls/typed?assistant=a1");
  await user.click(screen.getByRole("button", { name: "Talk instead" }));
  expect(frame().getAttribute("src")).toBe("/widget/e1?testing=true");
});

test("sites are checked while typing, saved in the browser's notation, and suggested where the button was seen", async () => {
  const seenSites = ["https://www.example.com", "https://shop.example"];
  const seen = seenSites.map((site, atMs) => ({ site, atMs }));
  backend.answer("assistants:listAssistants", () => [{ ...ada, seenSites: seen }]);
  const user = await open("sites");
  const field = screen.getByLabelText<HTMLInputElement>("Allowed sites (optional)");
  const add = screen.getByRole<HTMLButtonElement>("button", { name: "Add" });
  await user.type(field, "*.com");
  expect(screen.getByText(/Please name a domain after the asterisk/)).toBeTruthy();
  expect(add.disabled).toBe(true);
  await user.clear(field);
  await user.type(field, "WWW.example.com/about");
  expect(screen.getByText("This site is in the list already.")).toBeTruthy();
  await user.clear(field);
  await user.type(field, "*.Bücher.example/about");
  expect(screen.getByText("Adds https://*.xn--bcher-kva.example")).toBeTruthy();
  await user.keyboard("{Enter}");
  expect(field.value).toBe("");
  expect(screen.queryByRole("button", { name: "Add https://www.example.com" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Add https://shop.example" }));
  await user.click(screen.getByRole("button", { name: "Remove https://www.example.com" }));
  // A site that is typed but not added yet is saved too.
  await user.type(field, "localhost:5173");
  await save(user);
  expect(backend.calls.at(-1)?.[1]).toMatchObject({
    allowedSites: [
      "https://*.xn--bcher-kva.example",
      "https://shop.example",
      "http://localhost:5173",
    ],
  });
});

test("a shorter retention warns about the calls that it deletes", async () => {
  const user = await open("privacy");
  const keep = screen.getByLabelText("Keep calls");
  await user.selectOptions(keep, "Forever");
  expect(screen.queryByText(/^Saving this deletes/)).toBeNull();
  await user.selectOptions(keep, "For 30 days");
  expect(screen.getByText(/older than 30 days\.$/)).toBeTruthy();
  await user.click(screen.getByRole("checkbox", { name: /Record calls/ }));
  await save(user);
  expect(await screen.findByText("Assistant updated successfully!")).toBeTruthy();
  expect(backend.calls).toEqual([
    [
      "assistants:updateAssistant",
      { assistantId: "a1", ...content, recordsCalls: true, callsKeptDays: 30 },
    ],
  ]);
});

const noticeField = () => screen.getByLabelText<HTMLTextAreaElement>("Notice");
const noticeBox = () =>
  screen.getByRole("checkbox", { name: "Show a notice before the first call" });

test("the default notice follows the assistant's language and its call settings", async () => {
  const user = await open("privacy");
  await user.click(noticeBox());
  expect(noticeField().value).toMatch(/nicht aufgezeichnet, aber mitgeschrieben.*365 Tage/);
  await user.click(screen.getByRole("checkbox", { name: "Record calls" }));
  await user.selectOptions(screen.getByLabelText("Notice language"), "English");
  expect(noticeField().value).toMatch(/recorded and transcribed, and kept for 365 days/);
  await save(user);
  expect(backend.calls.at(-1)?.[1]).toMatchObject({
    notice: { language: "en", text: null, privacyUrl: null },
  });
});

test("the owner's own notice stays until they choose the default text", async () => {
  const user = await open("privacy");
  await user.click(noticeBox());
  const ready = noticeField().value;
  await user.clear(noticeField());
  await user.type(noticeField(), " We listen. ");
  await user.click(screen.getByRole("checkbox", { name: "Record calls" }));
  expect(noticeField().value).toBe(" We listen. ");
  await user.click(noticeBox());
  await user.click(noticeBox());
  expect(noticeField().value).toBe(" We listen. ");
  const privacyUrl = screen.getByLabelText<HTMLInputElement>("Your privacy page (optional)");
  await user.type(privacyUrl, "http://bakery.example");
  await save(user);
  expect(backend.calls, "an address that browsers may not follow").toEqual([]);
  await user.clear(privacyUrl);
  await user.type(privacyUrl, "https://bakery.example");
  await save(user);
  expect(backend.calls.at(-1)?.[1]).toMatchObject({
    notice: { language: "de", text: "We listen.", privacyUrl: "https://bakery.example" },
  });
  await user.click(screen.getByRole("checkbox", { name: "Record calls" }));
  await user.click(screen.getByRole("button", { name: "Use the default text" }));
  expect(noticeField().value).toBe(ready);
});
