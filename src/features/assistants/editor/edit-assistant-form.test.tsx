import { DEFAULT_CONVERSATION } from "../../../../convex/shared/conversation";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ConvexError } from "convex/values";
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
  render(
    <>
      <EditAssistantForm assistantId={"a1" as never} onClose={onClose} />
      <Toasts />
    </>,
  );
  return { onClose, user: userEvent.setup() };
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

test("sites are checked while typing, saved in the browser's notation, and suggested where the button was seen", async () => {
  const seenSites = ["https://www.example.com", "https://shop.example"];
  const seen = seenSites.map((site, atMs) => ({ site, atMs }));
  backend.answer("assistants:getAssistant", () => ({ ...ada, seenSites: seen }));
  const { user } = setUp();
  await user.click(screen.getByRole("tab", { name: "Widget Styling" }));
  const field = screen.getByLabelText<HTMLInputElement>("Allowed sites (optional)");
  const add = screen.getByRole<HTMLButtonElement>("button", { name: "Add" });
  await user.type(field, "*.com");
  expect(screen.getByText(/Please name a domain after the asterisk/)).toBeTruthy();
  expect(add.disabled).toBe(true);
  // Nothing that was typed is lost with the form.
  await user.click(screen.getByRole("tab", { name: "Assistant Settings" }));
  await save(user);
  expect(backend.calls).toEqual([]);
  expect(screen.getByRole("tab", { name: "Widget Styling" }).dataset.state).toBe("active");
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
  // What stands in the field goes along.
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
  const { user } = setUp();
  await user.click(screen.getByRole("tab", { name: "Privacy" }));
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
  const { user } = setUp();
  await user.click(screen.getByRole("tab", { name: "Privacy" }));
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
  const { user } = setUp();
  await user.click(screen.getByRole("tab", { name: "Privacy" }));
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
  await user.click(screen.getByRole("tab", { name: "Assistant Settings" }));
  await save(user);
  expect(backend.calls, "an address that browsers may not follow").toEqual([]);
  expect(screen.getByRole("tab", { name: "Privacy" }).dataset.state).toBe("active");
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
