import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ConvexError } from "convex/values";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toasts } from "../../../components/toasts";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { DEFAULT_CONVERSATION } from "../../../../convex/shared/conversation";
import { MESSAGES } from "../../../../convex/shared/messages";
import { SOURCE_REFUSALS } from "../../../../convex/shared/sourceMessages";
import { must } from "../../../lib/must";
import { backend } from "../mock-backend";
import { AnswersCard } from "./answers-card";
import { FilesCard } from "./files-card";
import { KnowledgeState } from "./knowledge-state";
import { NotesSection } from "./notes-section";
import { ANSWERS, FILES, NOTES, STATE, WEBSITES } from "./texts";
import { WebsitesCard } from "./websites-card";

vi.mock("convex/react", async () => (await import("../mock-backend")).backend.hooks);

const DAY_MS = 86_400_000;
const assistant = {
  _id: "a1",
  name: "Ada",
  talk: { ...DEFAULT_CONVERSATION, timeZone: "Europe/Berlin" },
} as unknown as Doc<"assistants">;
const parking = { _id: "k1", question: "Is there parking?", answer: "Yes.", savedAtMs: 0 };
const prices = { _id: "f1", name: "prices.pdf", bytes: 2_000, addedAtMs: 0, isUnreadable: false };

beforeEach(() => backend.reset());
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

function show(Shown: (props: { assistant: Doc<"assistants"> }) => React.ReactNode) {
  render(
    <>
      <Shown assistant={assistant} />
      <Toasts />
    </>,
  );
  return userEvent.setup();
}

const button = (name: string) => screen.getByRole("button", { name });

test("an answer is added, and the fields are empty for the next one", async () => {
  backend.answer("knowledge:listAnswers", () => []);
  const user = show(AnswersCard);
  expect(screen.getByText(ANSWERS.none)).toBeTruthy();
  await user.type(screen.getByLabelText(ANSWERS.question), "Is there parking?");
  await user.type(screen.getByLabelText(ANSWERS.answer), "Yes.");
  await user.click(button(ANSWERS.add));
  const { question, answer } = parking;
  expect(backend.calls).toEqual([
    ["knowledge:saveAnswer", { assistantId: "a1", question, answer }],
  ]);
  expect(await screen.findByText(ANSWERS.added)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(ANSWERS.question).value).toBe("");
});

test("what was typed stays if it is not saved, and the reason is shown", async () => {
  backend.answer("knowledge:listAnswers", () => []);
  const message = "An assistant can have at most 200 answers.";
  backend.answer("knowledge:saveAnswer", () =>
    Promise.reject(new ConvexError({ code: "invalid_input", message })),
  );
  const user = show(AnswersCard);
  await user.type(screen.getByLabelText(ANSWERS.question), "Open?");
  await user.type(screen.getByLabelText(ANSWERS.answer), "Yes.");
  await user.click(button(ANSWERS.add));
  expect(await screen.findByText(`${ANSWERS.saveFailed} ${message}`)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(ANSWERS.question).value).toBe("Open?");
});

test("an answer is changed in its place, or left as it was", async () => {
  backend.answer("knowledge:listAnswers", () => [parking]);
  const user = show(AnswersCard);
  await user.click(button(ANSWERS.editLabel(parking.question)));
  const row = within(screen.getByRole("list", { name: ANSWERS.list }));
  const field = row.getByLabelText<HTMLTextAreaElement>(ANSWERS.answer);
  expect(document.activeElement).toBe(field);
  await user.type(field, " Behind the shop.");
  await user.click(row.getByRole("button", { name: ANSWERS.save }));
  const changed = { question: parking.question, answer: "Yes. Behind the shop." };
  expect(backend.calls.at(-1)).toEqual([
    "knowledge:saveAnswer",
    { assistantId: "a1", answerId: "k1", ...changed },
  ]);
  await user.click(
    await screen.findByRole("button", { name: ANSWERS.editLabel(parking.question) }),
  );
  await user.keyboard("{Escape}");
  expect(row.queryByLabelText(ANSWERS.answer)).toBeNull();
  await user.click(button(ANSWERS.removeLabel(parking.question)));
  expect(backend.calls.at(-1)).toEqual(["knowledge:removeAnswer", { answerId: "k1" }]);
});

test("many answers can be searched", async () => {
  const others = Array.from({ length: 11 }, (_, index) => ({
    ...{ _id: `k${index + 2}`, question: `Question ${index}?`, answer: "No.", savedAtMs: 0 },
  }));
  backend.answer("knowledge:listAnswers", () => [...others, parking]);
  const user = show(AnswersCard);
  await user.type(screen.getByLabelText(ANSWERS.search), "PARKING yes");
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  await user.type(screen.getByLabelText(ANSWERS.search), "x");
  expect(screen.getByText(ANSWERS.noneFound)).toBeTruthy();
});

test("a file is added, replaced and removed", async () => {
  backend.answer("knowledge:listFiles", () => [prices]);
  backend.answer("assistants:generateUploadUrl", () => Promise.resolve("https://upload.example/"));
  const uploaded = vi.fn(() => Promise.resolve(Response.json({ storageId: "s1" })));
  vi.stubGlobal("fetch", uploaded);
  const user = show(FilesCard);
  expect(screen.getByText(/^2KB, added /)).toBeTruthy();
  const file = new File(["x"], "hours.txt", { type: "text/plain" });
  const inputOf = (name: string) =>
    screen.getByLabelText<HTMLInputElement>(name, { selector: "input" });
  await user.upload(inputOf(FILES.add), file);
  expect(await screen.findByText(FILES.added("hours.txt"))).toBeTruthy();
  const added = { assistantId: "a1", storageId: "s1", name: "hours.txt" };
  expect(backend.calls.at(-1)).toEqual(["knowledge:addFile", added]);
  await user.upload(inputOf(FILES.replaceLabel("prices.pdf")), file);
  expect(await screen.findByText(FILES.replaced("prices.pdf", "hours.txt"))).toBeTruthy();
  expect(backend.calls.at(-1)).toEqual(["knowledge:addFile", { ...added, replaces: "f1" }]);
  await user.click(button(FILES.removeLabel("prices.pdf")));
  expect(backend.calls.at(-1)).toEqual(["knowledge:removeFile", { fileId: "f1" }]);
});

test("a file that cannot be used is refused before it is uploaded, and one that cannot be read says so", async () => {
  backend.answer("knowledge:listFiles", () => [{ ...prices, isUnreadable: true }]);
  show(FilesCard);
  expect(screen.getByText(FILES.unreadable)).toBeTruthy();
  const user = userEvent.setup({ applyAccept: false });
  const input = screen.getByLabelText(FILES.add, { selector: "input" });
  await user.upload(input, new File(["x"], "run.exe"));
  const reason = `${FILES.addFailed("run.exe")} ${MESSAGES.knowledgeFileType}`;
  expect(await screen.findByText(reason)).toBeTruthy();
  expect(backend.calls).toEqual([]);
});

test("a note lasts until the chosen end, and can be ended", async () => {
  const note = { _id: "n1", text: "No rye today", endsAtMs: Date.now() + DAY_MS };
  const over = { _id: "n2", text: "Closed at noon", endsAtMs: Date.now() - 1 };
  backend.answer("knowledge:listNotes", () => [over, note]);
  const user = show(NotesSection);
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  await user.type(screen.getByLabelText(NOTES.note), "Closed for lunch");
  await user.selectOptions(screen.getByLabelText(NOTES.ends), NOTES.choices.week);
  const beforeMs = Date.now();
  await user.click(button(NOTES.add));
  const [name, args] = backend.calls.at(-1) ?? [];
  expect(name).toBe("knowledge:addNote");
  expect(args).toMatchObject({ assistantId: "a1", text: "Closed for lunch" });
  const { endsAtMs } = args as { endsAtMs: number };
  expect(endsAtMs - beforeMs).toBeGreaterThanOrEqual(7 * DAY_MS);
  await user.click(button(NOTES.removeLabel("No rye today")));
  expect(backend.calls.at(-1)).toEqual(["knowledge:removeNote", { noteId: "n1" }]);
});

const shop = {
  ...{ _id: "w1", start: "https://shop.example.com/", problem: null, readAtMs: null },
  pages: [
    { _id: "p1", url: "https://shop.example.com/", title: "Shop", isChosen: true, readAtMs: null },
    {
      _id: "p2",
      url: "https://shop.example.com/prices",
      title: null,
      isChosen: true,
      readAtMs: null,
    },
  ].map((page) => ({ ...page, problem: null, changedAtMs: null as number | null })),
};

test("the pages of a website are found, chosen and read", async () => {
  backend.answer("websites:listWebsites", () => [{ ...shop, state: "choosing" }]);
  const user = show(WebsitesCard);
  await user.type(screen.getByLabelText(WEBSITES.address), "other.example.com");
  await user.click(button(WEBSITES.add));
  const added = { assistantId: "a1", address: "other.example.com" };
  expect(backend.calls.at(-1)).toEqual(["websites:addWebsite", added]);
  expect(screen.getByText(WEBSITES.found(2))).toBeTruthy();
  await user.click(screen.getByRole("checkbox", { name: "Shop" }));
  await user.click(button(WEBSITES.chosen(1)));
  const chosen = { websiteId: "w1", pageIds: ["p2"] };
  expect(backend.calls.at(-1)).toEqual(["websites:choosePages", chosen]);
  await user.click(button(WEBSITES.all));
  await user.click(button(WEBSITES.nothing));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: WEBSITES.chosen(0) }).disabled).toBe(
    true,
  );
});

test("a website says how far it is, what could not be read, and what to do", async () => {
  const [start, prices] = shop.pages;
  const problem = "This page does not exist (404).";
  const pages = [start, { ...prices, readAtMs: 1, problem }];
  const known = { ...shop, state: "known", readAtMs: 1, pages };
  const failed = { ...shop, _id: "w2", state: "failed", problem };
  const reading = { ...shop, _id: "w3", state: "reading", pages };
  backend.answer("websites:listWebsites", () => [known, failed, reading]);
  const user = show(WebsitesCard);
  expect(screen.getByText(SOURCE_REFUSALS.tooManyWebsites)).toBeTruthy();
  expect(screen.getByText(`/prices: ${problem}`)).toBeTruthy();
  expect(screen.getByText(WEBSITES.reading(1, 2))).toBeTruthy();
  await user.click(button(WEBSITES.tryAgainLabel("shop.example.com")));
  expect(backend.calls.at(-1)).toEqual(["websites:findPages", { websiteId: "w2" }]);
  await user.click(button(WEBSITES.againLabel("shop.example.com")));
  expect(backend.calls.at(-1)).toEqual(["websites:findPages", { websiteId: "w1" }]);
  const [removeFirst] = screen.getAllByRole("button", {
    name: WEBSITES.removeLabel("shop.example.com"),
  });
  await user.click(must(removeFirst, "button"));
  expect(backend.calls.at(-1)).toEqual(["websites:removeWebsite", { websiteId: "w1" }]);
});

test("what changed on a page is shown, refused or kept", async () => {
  const [start, prices] = shop.pages;
  const pages = [start, { ...prices, readAtMs: 1, changedAtMs: 1 }];
  backend.answer("websites:listWebsites", () => [{ ...shop, state: "known", readAtMs: 1, pages }]);
  backend.answer("websites:getPageChange", () => ({
    ...{ before: "A roll costs 2 dollars.", after: "A roll costs 3 dollars." },
  }));
  const user = show(WebsitesCard);
  expect(screen.getByText(WEBSITES.changed(1))).toBeTruthy();
  await user.click(button(WEBSITES.showLabel("/prices")));
  expect(screen.getByText("2").closest("del")).toBeTruthy();
  expect(screen.getByText("3").closest("ins")).toBeTruthy();
  await user.click(button(WEBSITES.hideLabel("/prices")));
  expect(screen.queryByText("3")).toBeNull();
  await user.click(button(WEBSITES.refuseLabel("/prices")));
  expect(backend.calls.at(-1)).toEqual(["websites:refusePageChange", { pageId: "p2" }]);
  await user.click(button(WEBSITES.keep));
  expect(backend.calls.at(-1)).toEqual(["websites:keepPageChanges", { websiteId: "w1" }]);
});

test.each([
  ["pending", STATE.pending],
  ["done", STATE.done],
] as const)("the state %s is said in words", (state, words) => {
  const changed = { ...assistant, voiceSync: { state } };
  render(<KnowledgeState assistant={changed} />);
  expect(screen.getByRole("status").textContent).toBe(words);
});
