import { act, cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ConvexError } from "convex/values";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEFAULT_CONVERSATION } from "../../../../convex/shared/conversation";
import { Toasts } from "../../../components/toasts";
import { assistantPathFor } from "../../../lib/routes";
import { backend } from "../mock-backend";
import { AssistantPage } from "../page/assistant-page";
import { READY_SETS } from "./ready-sets";

vi.mock("convex/react", async () => (await import("../mock-backend")).backend.hooks);

const assistant = {
  ...{ _id: "a1", embedId: "e1", published: true, voiceAssistantId: "voice-0", name: "Ada" },
  ...{ systemPrompt: "You answer for a bakery.", assistantGoal: "Take an order." },
  ...{ voice: "lily", widgetColor: "#14b8a6", widgetIcon: "bot", widgetSize: "small" },
  talk: DEFAULT_CONVERSATION,
};
const written = {
  ...{ _id: "r1", situation: "asks for the hours", must: ["says when it is open"] },
  ...{ mustNot: ["makes up a price"], isCondition: true, fromCallId: null, result: null },
};
const failed = {
  ...{ state: "failed", startedAtMs: 1_700_000_000_000, isOutdated: false, reason: null },
  ...{ inVoice: false, averageAnswerMs: null },
  checks: [
    { kind: "must", text: "says when it is open", isMet: false },
    { kind: "mustNot", text: "makes up a price", isMet: true },
  ],
  lines: [
    { role: "user", text: "When are you open?" },
    { role: "assistant", text: "I do not know." },
  ],
};
const listed = (rehearsals: object[], changed: object = {}) => ({
  ...{ rehearsals, use: { used: 3, allowed: 100 }, isRunning: false, publishes: false },
  ...changed,
});
const confirm = vi.fn<(text: string) => boolean>();

beforeEach(() => {
  backend.reset();
  backend.answer("rehearsals:nightly", () => []);
  backend.answer("usage:checkFreeTrialLimit", () => ({ hasSubscription: true }));
  backend.answer("assistants:listAssistants", () => [assistant]);
  confirm.mockReset().mockReturnValue(true);
  vi.stubGlobal("confirm", confirm);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(answer: object | undefined) {
  backend.answer("rehearsals:list", () => answer);
  render(
    <MemoryRouter initialEntries={[assistantPathFor("a1", "rehearsals")]}>
      <main id="main" tabIndex={-1}>
        <Routes>
          <Route path="/dashboard/assistants/:assistantId/:section?" element={<AssistantPage />} />
        </Routes>
      </main>
      <Toasts />
    </MemoryRouter>,
  );
  await act(() => vi.dynamicImportSettled());
  return userEvent.setup();
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const section = () => within(screen.getByRole("region", { name: "Rehearsals" }));

test("while the rehearsals are loading it says so", async () => {
  await open(undefined);
  expect(screen.getByText("Loading the rehearsals")).toBeTruthy();
});

test("without rehearsals it says how to begin, and what the plan has", async () => {
  await open(listed([]));
  expect(section().getByText(/No rehearsals yet/)).toBeTruthy();
  expect(section().getByText("3 of 100 rehearsals this month are used.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Run all/ })).toBeNull();
});

test("each line of the form is an expectation", async () => {
  const user = await open(listed([]));
  await user.click(button("Add a rehearsal"));
  await user.type(screen.getByLabelText("Situation"), "wants a refund");
  await user.type(screen.getByLabelText("What must happen"), "stays polite{Enter}asks why");
  await user.click(screen.getByLabelText("Must pass before changes go live"));
  await user.click(button("Save rehearsal"));
  const rehearsal = { situation: "wants a refund", must: ["stays polite", "asks why"] };
  expect(backend.calls).toEqual([
    [
      "rehearsals:add",
      { assistantId: "a1", rehearsals: [{ ...rehearsal, mustNot: [""], isCondition: true }] },
    ],
  ]);
  expect(screen.queryByLabelText("Situation")).toBeNull();
});

test("a refusal keeps what was written", async () => {
  backend.answer("rehearsals:add", () =>
    Promise.reject(new ConvexError({ code: "invalid_input", message: "Please say what must." })),
  );
  const user = await open(listed([]));
  await user.click(button("Add a rehearsal"));
  await user.type(screen.getByLabelText("Situation"), "wants a refund");
  await user.click(button("Save rehearsal"));
  expect(
    await screen.findByText(/The rehearsal was not saved. Please say what must./),
  ).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Situation").value).toBe("wants a refund");
});

test("a ready set adds what is missing", async () => {
  const [set] = READY_SETS;
  const known = { ...written, situation: set?.rehearsals[0]?.situation };
  const user = await open(listed([known]));
  await user.click(button("Add a ready set"));
  await user.click(await screen.findByRole("menuitem", { name: "Any assistant" }));
  const rehearsals = set?.rehearsals.slice(1);
  expect(backend.calls).toEqual([["rehearsals:add", { assistantId: "a1", rehearsals }]]);
});

test("suggested situations are written out before they are added", async () => {
  backend.answer("rehearsals:suggest", () => Promise.resolve(["asks for a cake", "is deaf"]));
  const user = await open(listed([]));
  await user.click(button("Suggest situations"));
  await user.click(button("Use: is deaf"));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Situation").value).toBe("is deaf");
});

test("all of them are run at once, and none while some are running", async () => {
  const user = await open(listed([written, { ...written, _id: "r2", situation: "is angry" }]));
  await user.click(button("Run all (uses 2)"));
  expect(backend.calls).toEqual([
    ["rehearsals:run", { assistantId: "a1", rehearsalIds: ["r1", "r2"] }],
  ]);
  cleanup();
  const result = { ...failed, state: "running", lines: [], checks: [] };
  await open(listed([{ ...written, result }], { isRunning: true }));
  expect(button("Running...").disabled).toBe(true);
  expect(button("Run: asks for the hours").disabled).toBe(true);
  expect(section().getByText("Running")).toBeTruthy();
});

test("rehearsals by voice are chosen before they run, and count twice", async () => {
  const user = await open(listed([written, { ...written, _id: "r2", situation: "is angry" }]));
  await user.click(screen.getByRole("checkbox", { name: "Rehearse by voice" }));
  await user.click(button("Run by voice (uses 2): is angry"));
  await user.click(button("Run all (uses 4)"));
  expect(backend.calls).toEqual([
    ["rehearsals:run", { assistantId: "a1", rehearsalIds: ["r2"], inVoice: true }],
    ["rehearsals:run", { assistantId: "a1", rehearsalIds: ["r1", "r2"], inVoice: true }],
  ]);
});

test("a result by voice says so, and how soon the assistant began to answer", async () => {
  const result = { ...failed, inVoice: true, averageAnswerMs: 1528 };
  const user = await open(listed([{ ...written, result }]));
  expect(section().getByText("By voice")).toBeTruthy();
  await user.click(section().getByText("Show conversation"));
  const text = "On average, the assistant began to answer after 1.5 s.";
  expect(section().getByText(text)).toBeTruthy();
  cleanup();
  await open(listed([{ ...written, result: failed }]));
  expect(section().queryByText("By voice")).toBeNull();
  expect(section().queryByText(/On average/)).toBeNull();
});

test("a failure shows what was expected and said, and the suggested prompt as a difference", async () => {
  backend.answer("rehearsals:propose", () =>
    Promise.resolve({
      analysis: "It did not know the hours.",
      before: assistant.systemPrompt,
      prompt: `${assistant.systemPrompt}\n\nSay the hours.`,
    }),
  );
  const user = await open(listed([{ ...written, result: failed }]));
  const row = within(screen.getByRole("listitem", { name: "asks for the hours" }));
  expect(row.getByText("Failed")).toBeTruthy();
  await user.click(row.getByText("Show conversation"));
  expect(row.getByText("Must: says when it is open")).toBeTruthy();
  expect(row.getByText("Not as expected")).toBeTruthy();
  expect(row.getByText("I do not know.")).toBeTruthy();
  await user.click(button("Suggest a change"));
  const proposed = within(await screen.findByRole("region", { name: "Suggested prompt" }));
  expect(proposed.getByText("It did not know the hours.")).toBeTruthy();
  const added = proposed.getByRole("insertion");
  expect(added.textContent).toBe("Added: Say the hours.");
  await user.click(button("Use this prompt"));
  expect(backend.calls.find(([name]) => name === "assistants:updateAssistant")?.[1]).toMatchObject({
    systemPrompt: `${assistant.systemPrompt}\n\nSay the hours.`,
  });
});

test("a suggestion for another prompt cannot be taken", async () => {
  backend.answer("rehearsals:propose", () =>
    Promise.resolve({ analysis: "", before: "An older prompt.", prompt: "An older prompt. More." }),
  );
  const user = await open(listed([{ ...written, result: failed }]));
  await user.click(button("Suggest a change"));
  expect(screen.getByText(/The prompt was changed in the meantime/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Use this prompt" })).toBeNull();
});

test("one that had no result says why, and an older one is marked", async () => {
  const unclear = { ...failed, state: "unclear", reason: "It took too long.", isOutdated: true };
  await open(listed([{ ...written, result: unclear }]));
  expect(section().getByText("No result")).toBeTruthy();
  expect(section().getByText("It took too long.")).toBeTruthy();
  expect(section().getByText("Run before your latest changes")).toBeTruthy();
});

test("deleting asks first", async () => {
  const user = await open(listed([written]));
  confirm.mockReturnValueOnce(false);
  await user.click(button("Delete: asks for the hours"));
  expect(backend.calls).toEqual([]);
  await user.click(button("Delete: asks for the hours"));
  expect(backend.calls).toEqual([["rehearsals:remove", { rehearsalId: "r1" }]]);
});

test("without questions it says how the nightly check begins", async () => {
  await open(listed([]));
  expect(section().getByRole("heading", { name: "Checked every night" })).toBeTruthy();
  expect(section().getByText(/It begins the night after visitors have asked/)).toBeTruthy();
});

test("the questions that are asked at night have their answers, and when they were checked", async () => {
  const checkedAtMs = Date.now();
  backend.answer("rehearsals:nightly", () => [
    { _id: "q1", question: "Do you deliver?", answer: "Yes, daily.", checkedAtMs },
    { _id: "q2", question: "Is there parking?", answer: null, checkedAtMs },
  ]);
  await open(listed([]));
  const asked = within(section().getByRole("list", { name: "Most asked questions" }));
  const [first, second] = asked.getAllByRole("listitem");
  expect(first?.textContent).toContain("Do you deliver?Yes, daily.Checked ");
  expect(second?.textContent).toContain("Is there parking?Not answeredChecked ");
});
