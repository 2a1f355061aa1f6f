import { DEFAULT_CONVERSATION } from "../../../../convex/shared/conversation";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ConvexError } from "convex/values";
import { MemoryRouter } from "react-router-dom";
import { toast } from "sonner";
import { Toasts } from "../../../components/toasts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EditAssistantForm } from "./edit-assistant-form";
import { backend } from "../mock-backend";

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

beforeEach(() => {
  backend.reset();
  backend.answer("assistants:getAssistant", () => ada);
  backend.answer("assistants:createVoiceAssistant", () => Promise.resolve("voice-1"));
});
afterEach(() => {
  cleanup();
  toast.dismiss();
});

function setUp() {
  const onClose = vi.fn();
  const page = () => (
    <MemoryRouter>
      <EditAssistantForm assistantId={"a1" as never} onClose={onClose} />
      <Toasts />
    </MemoryRouter>
  );
  const { rerender } = render(page());
  return { onClose, user: userEvent.setup(), askAgain: () => rerender(page()) };
}

type User = ReturnType<typeof userEvent.setup>;

const nameField = () => screen.getByLabelText<HTMLInputElement>("Assistant name");
const save = (user: User) => user.click(screen.getByRole("button", { name: "Update Assistant" }));

test("a spinner shows while the assistant loads", () => {
  backend.answer("assistants:getAssistant", () => undefined);
  setUp();
  expect(screen.getByText("Loading the assistant")).toBeTruthy();
});

test("the form shows the saved values and the file's name", () => {
  setUp();
  expect(nameField().value).toBe("Ada");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Lily" }).checked).toBe(true);
  expect(screen.getByText("Current file: hours.txt")).toBeTruthy();
});

test("an update keeps the file and leaves the voice assistant to the server", async () => {
  const { onClose, user } = setUp();
  await user.type(nameField(), " Lovelace");
  await save(user);
  expect(await screen.findByText("Assistant updated successfully!")).toBeTruthy();
  expect(backend.calls).toEqual([
    ["assistants:updateAssistant", { assistantId: "a1", ...content, name: "Ada Lovelace" }],
  ]);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a new file creates a voice assistant, whose id is not part of the update", async () => {
  backend.answer("assistants:generateUploadUrl", () => Promise.resolve("https://upload.example"));
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => Response.json({ storageId: "file-1" })),
  );
  const { user } = setUp();
  await user.upload(
    screen.getByLabelText("Knowledge file (optional)"),
    new File(["x"], "prices.csv", { type: "text/csv" }),
  );
  await save(user);
  const attached = { knowledgeFileId: "file-1", knowledgeFileName: "prices.csv" };
  expect(backend.calls.slice(1)).toEqual([
    ["assistants:createVoiceAssistant", expect.objectContaining(attached)],
    ["assistants:updateAssistant", { assistantId: "a1", ...content, ...attached }],
  ]);
});

test("an assistant without a voice gets one", async () => {
  backend.answer("assistants:getAssistant", () => ({ ...ada, voiceAssistantId: undefined }));
  const { user } = setUp();
  await save(user);
  expect(backend.calls.map(([name]) => name)).toEqual([
    "assistants:createVoiceAssistant",
    "assistants:updateAssistant",
  ]);
});

test("the update leaves out a removed file", async () => {
  const { user } = setUp();
  await user.click(screen.getByRole("button", { name: "Remove the file" }));
  await save(user);
  expect(backend.calls.at(-1)?.[1]).not.toHaveProperty("knowledgeFileId");
  expect(backend.calls.at(-1)?.[1]).not.toHaveProperty("knowledgeFileName");
});

test("Reset restores the saved values", async () => {
  const { user } = setUp();
  const reset = screen.getByRole<HTMLButtonElement>("button", { name: "Reset" });
  expect(reset.disabled).toBe(true);
  await user.clear(nameField());
  await user.click(screen.getByRole("radio", { name: "Brian" }));
  await user.click(screen.getByRole("button", { name: "Remove the file" }));
  await user.click(reset);
  expect(nameField().value).toBe("Ada");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Lily" }).checked).toBe(true);
  expect(screen.getByText("Current file: hours.txt")).toBeTruthy();
});

test("closing asks only if something would be lost", async () => {
  const confirm = vi.fn(() => false);
  vi.stubGlobal("confirm", confirm);
  const { onClose, user } = setUp();
  await user.type(nameField(), "!");
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(confirm).toHaveBeenCalledTimes(1);
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Reset" }));
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(confirm).toHaveBeenCalledTimes(1);
  expect(onClose).toHaveBeenCalledTimes(1);
});

/** The form's own buttons and whether they can be pressed. */
const buttons = () =>
  ["Update Assistant", "Updating...", "Reset", "Close"].flatMap((name) => {
    const button = screen.queryByRole<HTMLButtonElement>("button", { name });
    return button === null ? [] : [`${name}${button.disabled ? " off" : ""}`];
  });

test.each([
  { state: "unchanged", act: [], shows: ["Update Assistant", "Reset off", "Close"] },
  { state: "changed", act: ["type"], shows: ["Update Assistant", "Reset", "Close"] },
  { state: "saving", act: ["type", "save"], shows: ["Updating... off", "Reset off", "Close off"] },
])("$state: $shows", async ({ act, shows }) => {
  backend.answer("assistants:updateAssistant", () => new Promise(vi.fn()));
  const { user } = setUp();
  if (act.includes("type")) await user.type(nameField(), "!");
  if (act.includes("save")) await save(user);
  expect(buttons()).toEqual(shows);
});

const NO_FILE = { ...ada, knowledgeFileId: undefined, knowledgeFileName: undefined };

test.each([
  { saved: NO_FILE, chosen: null, shows: [] },
  { saved: ada, chosen: null, shows: ["Current file: hours.txt"] },
  { saved: NO_FILE, chosen: "prices.csv", shows: ["New file: prices.csv"] },
  { saved: ada, chosen: "prices.csv", shows: ["New file: prices.csv"] },
])("saved $saved.knowledgeFileName, chosen $chosen: $shows", async ({ saved, chosen, shows }) => {
  backend.answer("assistants:getAssistant", () => saved);
  const { user } = setUp();
  const field = screen.getByLabelText("Knowledge file (optional)");
  if (chosen !== null) await user.upload(field, new File(["x"], chosen, { type: "text/csv" }));
  const lines = screen.queryAllByText(/^(Current|New) file/).map((line) => line.textContent);
  expect(lines).toEqual(shows);
});

test.each([
  {
    fails: "assistants:createVoiceAssistant",
    message: "Failed to update voice assistant. Please check your configuration.",
  },
  { fails: "assistants:updateAssistant", message: "Failed to update assistant. It is gone." },
])("when $fails fails the owner reads: $message", async ({ fails, message }) => {
  const reason = { code: "assistant_not_found", message: "It is gone." };
  backend.answer("assistants:getAssistant", () => ({ ...ada, voiceAssistantId: undefined }));
  backend.answer(fails, () => Promise.reject(new ConvexError(reason)));
  const { onClose, user } = setUp();
  await user.type(nameField(), "!");
  await save(user);
  expect(await screen.findByText(message)).toBeTruthy();
  expect(nameField().value).toBe("Ada!");
  expect(onClose).not.toHaveBeenCalled();
});

test("settings that were saved elsewhere since the form opened stay as they are", async () => {
  const { user, askAgain } = setUp();
  await user.type(nameField(), " Lovelace");
  backend.answer("assistants:getAssistant", () => ({ ...ada, successWords: "A day was left." }));
  askAgain();
  await save(user);
  expect(backend.calls.at(-1)?.[1]).toMatchObject({
    name: "Ada Lovelace",
    successWords: "A day was left.",
  });
});

test("the other settings are on the assistant's page", () => {
  setUp();
  expect(screen.getByRole("link", { name: "More settings" }).getAttribute("href")).toBe(
    "/dashboard/assistants/a1",
  );
});

test("with reviews, the form shows what is not live, and a save says that it is not live either", async () => {
  const waiting = { ...ada, review: { draftId: "d1" } };
  backend.answer("assistants:getAssistant", () => waiting);
  backend.answer("drafts:getDraft", () => ({ id: "d1", edited: { ...waiting, name: "Grace" } }));
  const { user } = setUp();
  expect(nameField().value).toBe("Grace");
  expect(screen.getByText(/^What you save waits/)).toBeTruthy();
  await user.type(nameField(), "!");
  await save(user);
  expect(await screen.findByRole("link", { name: "Not live yet: open to review" })).toBeTruthy();
  expect(backend.calls.at(-1)).toMatchObject(["assistants:updateAssistant", { name: "Grace!" }]);
});

test("with reviews, a knowledge file alone is not said to wait", async () => {
  backend.answer("assistants:getAssistant", () => ({ ...ada, review: { draftId: null } }));
  const { user } = setUp();
  await user.click(screen.getByRole("button", { name: "Remove the file" }));
  await save(user);
  expect(await screen.findByRole("link", { name: "Open assistant" })).toBeTruthy();
});
