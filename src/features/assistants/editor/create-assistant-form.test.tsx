import { act, cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ConvexError } from "convex/values";
import { MemoryRouter } from "react-router-dom";
import { toast } from "sonner";
import { Toasts } from "../../../components/toasts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NEW_CONVERSATION } from "../../../../convex/shared/conversation";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { CreateAssistantForm } from "./create-assistant-form";
import { backend } from "../mock-backend";

vi.mock("convex/react", async () => (await import("../mock-backend")).backend.hooks);

const UPLOAD_URL = "https://backend.example/upload";
const upload = vi.fn<typeof fetch>();

beforeEach(() => {
  backend.reset();
  backend.answer("assistants:generateUploadUrl", () => Promise.resolve(UPLOAD_URL));
  backend.answer("assistants:createVoiceAssistant", () => Promise.resolve("voice-1"));
  backend.answer("assistants:createAssistant", () => Promise.resolve("assistant-1"));
  upload.mockReset().mockImplementation(async () => Response.json({ storageId: "file-1" }));
  vi.stubGlobal("fetch", upload);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
});

function setUp(original?: Doc<"assistants">) {
  const onClose = vi.fn();
  render(
    <MemoryRouter>
      <CreateAssistantForm original={original} onClose={onClose} />
      <Toasts />
    </MemoryRouter>,
  );
  return { onClose, user: userEvent.setup({ applyAccept: false }) };
}

type User = ReturnType<typeof userEvent.setup>;

async function fillIn(user: User, name = "Ada") {
  const texts = {
    "Assistant name": name,
    "System prompt": "You answer for a bakery.",
    "Assistant goal": "Take an order.",
  };
  for (const [label, text] of Object.entries(texts)) {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  }
}

const choose = (user: User, file: File) =>
  user.upload(screen.getByLabelText("Knowledge file (optional)"), file);
const save = (user: User) => user.click(screen.getByRole("button", { name: "Create Assistant" }));
const textFile = (bytes: number, name = "hours.txt") =>
  new File(["x".repeat(bytes)], name, { type: "text/plain" });

const ADA = {
  name: "Ada",
  systemPrompt: "You answer for a bakery.",
  assistantGoal: "Take an order.",
  voice: "jessica",
};
const NOTHING_AFTER = {
  findings: [],
  successWords: "",
  // Hours are those of where its owner is.
  talk: {
    ...NEW_CONVERSATION,
    language: "en",
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  },
};
const BLUE = { widgetColor: "#3b82f6", widgetIcon: "mic", widgetSize: "medium" };

test("a new assistant speaks as Jessica and wears a blue microphone of medium size", async () => {
  const { onClose, user } = setUp();
  await fillIn(user, " Ada ");
  await save(user);
  expect(await screen.findByText("Assistant created successfully!")).toBeTruthy();
  const link = screen.getByRole("link", { name: "Open assistant" });
  expect(link.getAttribute("href")).toBe("/dashboard/assistants/assistant-1");
  expect(backend.calls).toEqual([
    ["assistants:createVoiceAssistant", { ...ADA, ...NOTHING_AFTER }],
    [
      "assistants:createAssistant",
      {
        ...ADA,
        ...BLUE,
        ...NOTHING_AFTER,
        allowedSites: [],
        recordsCalls: true,
        callsKeptDays: null,
        notice: null,
        voiceAssistantId: "voice-1",
        embedId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      },
    ],
  ]);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("voice, colour, icon and size are the owner's choice", async () => {
  const { user } = setUp();
  await fillIn(user);
  await user.click(screen.getByRole("radio", { name: "Brian" }));
  await user.click(screen.getByRole("tab", { name: "Widget Styling" }));
  await user.click(screen.getByRole("radio", { name: "Teal" }));
  await user.click(screen.getByRole("radio", { name: "Phone" }));
  await user.click(screen.getByRole("radio", { name: "Large, 64 pixels" }));
  const preview = screen.getByRole("img", { name: /button with the icon/ });
  expect(preview.getAttribute("aria-label")).toBe(
    "Teal button with the icon Phone, 64 pixels wide",
  );
  await save(user);
  const look = { widgetColor: "#14b8a6", widgetIcon: "phone", widgetSize: "large" };
  expect(backend.calls.at(-1)?.[1]).toMatchObject({ voice: "brian", ...look });
});

test("a knowledge file is uploaded first, with its own type, and passed to both calls", async () => {
  const { user } = setUp();
  await fillIn(user);
  const file = textFile(300 * 1024);
  await choose(user, file);
  await save(user);
  expect(await screen.findByText("Assistant created successfully!")).toBeTruthy();
  expect(upload).toHaveBeenCalledExactlyOnceWith(UPLOAD_URL, {
    method: "POST",
    headers: { "Content-Type": "text/plain" },
    body: file,
  });
  const attached = { knowledgeFileId: "file-1", knowledgeFileName: "hours.txt" };
  expect(backend.calls).toMatchObject([
    ["assistants:generateUploadUrl", {}],
    ["assistants:createVoiceAssistant", attached],
    ["assistants:createAssistant", attached],
  ]);
});

test.each([
  {
    file: textFile(300 * 1024 + 1),
    message:
      "File size (301KB) exceeds the 300KB limit. Please use a smaller file for optimal performance.",
  },
  { file: textFile(10, "virus.exe"), message: /This file type is not supported/ },
])("$file.name of $file.size bytes is refused and stops the save", async (given) => {
  const { user } = setUp();
  await fillIn(user);
  await choose(user, given.file);
  expect(screen.getByRole("alert").textContent).toMatch(given.message);
  await save(user);
  expect(await screen.findAllByText(given.message)).toHaveLength(2);
  expect(backend.calls).toEqual([]);
});

test("a removed file is not uploaded", async () => {
  const { user } = setUp();
  await fillIn(user);
  await choose(user, textFile(10));
  await user.click(screen.getByRole("button", { name: "Remove the file" }));
  const field = screen.getByLabelText<HTMLInputElement>("Knowledge file (optional)");
  expect(field.files).toHaveLength(0);
  await save(user);
  expect(await screen.findByText("Assistant created successfully!")).toBeTruthy();
  expect(upload).not.toHaveBeenCalled();
});

test("a refused upload shows an error, saves nothing and keeps the form as it is", async () => {
  upload.mockResolvedValueOnce(new Response("File too large", { status: 413 }));
  const { user } = setUp();
  await fillIn(user);
  await choose(user, textFile(10));
  await save(user);
  const message = "Failed to create assistant. Upload failed: File too large";
  expect(await screen.findByText(message)).toBeTruthy();
  expect(backend.calls).toEqual([["assistants:generateUploadUrl", {}]]);
  expect(screen.getByText("New file: hours.txt")).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Assistant goal").value).toBe("Take an order.");
  await save(user);
  expect(await screen.findByText("Assistant created successfully!")).toBeTruthy();
  expect(backend.calls.at(-1)?.[1]).toMatchObject({ knowledgeFileName: "hours.txt" });
});

test("blanks do not count as a name", async () => {
  const { user } = setUp();
  await fillIn(user, "   ");
  await save(user);
  const message = "Please fill in the assistant name, system prompt, and assistant goal.";
  expect(await screen.findByText(message)).toBeTruthy();
  expect(backend.calls).toEqual([]);
  expect(screen.getByLabelText<HTMLTextAreaElement>("Assistant goal").value).toBe("Take an order.");
});

test.each(["Assistant name", "System prompt", "Assistant goal"])("%s is required", (label) => {
  setUp();
  expect(screen.getByLabelText<HTMLInputElement>(label).required).toBe(true);
});

test("during a save the form is disabled, and a double click saves once", async () => {
  backend.answer("assistants:createVoiceAssistant", () => new Promise(vi.fn()));
  const { user } = setUp();
  await fillIn(user);
  await user.dblClick(screen.getByRole("button", { name: "Create Assistant" }));
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Creating..." });
  expect(button.disabled).toBe(true);
  expect(screen.getByLabelText("Assistant name").closest("fieldset")?.disabled).toBe(true);
  expect(backend.calls).toHaveLength(1);
});

test("a failing voice service is reported, and nothing is created", async () => {
  const reason = { code: "voice_platform_failed", message: "It did not answer." };
  backend.answer("assistants:createVoiceAssistant", () => Promise.reject(new ConvexError(reason)));
  const { onClose, user } = setUp();
  await fillIn(user);
  await save(user);
  const message = "Failed to create voice assistant. Please check your configuration.";
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByText("It did not answer.")).toBeTruthy();
  expect(backend.calls).toHaveLength(1);
  expect(onClose).not.toHaveBeenCalled();
});

test("a save that fails gives its reason and keeps what was typed", async () => {
  const reason = { code: "assistant_limit", message: "Delete one first." };
  backend.answer("assistants:createAssistant", () => Promise.reject(new ConvexError(reason)));
  const { onClose, user } = setUp();
  await fillIn(user);
  await save(user);
  expect(await screen.findByText("Failed to create assistant. Delete one first.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Assistant name").value).toBe("Ada");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Create Assistant" }));
  expect(onClose).not.toHaveBeenCalled();
});

test("the form says that creating and testing are free", () => {
  setUp();
  expect(screen.getByText(/Creating and testing assistants is free/)).toBeTruthy();
});

const value = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label).value;
const menu = () => screen.getByRole("button", { name: /template/i });
async function begin(user: User, name: string) {
  // What opens is a chunk of its own.
  await act(() => vi.dynamicImportSettled());
  await user.click(menu());
  await user.click(await screen.findByRole("menuitemradio", { name }));
}
const isChecked = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name }).checked;

test("the form starts blank and can be filled from a template", async () => {
  const { user } = setUp();
  expect(menu().textContent).toBe("Use a template");
  await begin(user, "Shop");
  expect(menu().textContent).toBe("Template: Shop");
  expect(value("Assistant name")).toBe("Shop");
  expect(value("System prompt")).toMatch(/^You take orders for/);
  expect(isChecked("Charlie")).toBe(true);
  await save(user);
  expect(await screen.findByText("Assistant created successfully!")).toBeTruthy();
  expect(backend.calls.at(-1)?.[1]).toMatchObject({
    name: "Shop",
    voice: "charlie",
    findings: [
      { label: "Name" },
      { label: "Phone number" },
      { label: "Order" },
      { label: "Day" },
      { label: "Pick-up or delivery" },
    ],
  });
});

test("a template keeps what was typed until the owner replaces it", async () => {
  const { user } = setUp();
  await user.type(screen.getByLabelText("Assistant name"), "Rosa");
  await begin(user, "Support");
  expect(value("Assistant name")).toBe("Rosa");
  expect(value("System prompt")).toMatch(/^You help the customers/);
  expect(screen.getByText("Kept what you entered: assistant name.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Replace it" }));
  expect(value("Assistant name")).toBe("Support");
  expect(document.activeElement).toBe(menu());
  expect(screen.queryByText(/Kept what you entered/)).toBeNull();
});

test("choosing Blank clears the template's texts and keeps what was typed", async () => {
  const { user } = setUp();
  await begin(user, "Front desk");
  await user.clear(screen.getByLabelText("Assistant goal"));
  await user.type(screen.getByLabelText("Assistant goal"), "Sell bread.");
  await begin(user, "Blank");
  expect(value("System prompt")).toBe("");
  expect(value("Assistant goal")).toBe("Sell bread.");
  expect(screen.queryByRole("button", { name: "Replace it" })).toBeNull();
});

const original = {
  ...ADA,
  ...BLUE,
  _id: "a1",
  ownerId: "o1",
  _creationTime: 0,
  voice: "lily",
  embedId: "3f1c9a52-6f0e-4d59-9a3b-2f3d0a4be6f1",
  published: true,
  allowedSites: ["https://www.example.com"],
  recordsCalls: false,
  findings: [{ label: "Day", kind: "date", isRequired: true }],
  successWords: "There is a day.",
  knowledgeFileId: "file-9",
  knowledgeFileName: "hours.txt",
} as unknown as Doc<"assistants">;

test("a copy has the values of its original, except for the name, the embed id and the file", async () => {
  const { user } = setUp(original);
  expect(screen.queryByRole("button", { name: /template/i })).toBeNull();
  expect(screen.getByText(/^The knowledge file hours.txt stays with Ada/)).toBeTruthy();
  await save(user);
  expect(await screen.findByText("Assistant created successfully!")).toBeTruthy();
  const sent = backend.calls.at(-1)?.[1];
  expect(sent).toMatchObject({
    ...ADA,
    ...BLUE,
    name: "Ada copy",
    voice: "lily",
    allowedSites: ["https://www.example.com"],
    recordsCalls: false,
    findings: [{ label: "Day", kind: "date", isRequired: true }],
    successWords: "There is a day.",
    embedId: expect.not.stringContaining(original.embedId) as unknown,
  });
  expect(sent).not.toHaveProperty("knowledgeFileId");
  expect(sent).not.toHaveProperty("published");
});

const LINDEN = {
  ...{ start: "https://linden.example/", name: "Linden Bakery", language: "de" },
  ...{ facts: "Telephone: 030 1234567", themeColor: "#f60" },
  words: null,
};

async function beginWithWebsite(user: User, address: string) {
  await begin(user, "Your website");
  await user.type(screen.getByLabelText("Address of your website"), address);
  await user.keyboard("{Enter}");
}

test("a copy of an assistant with changes that are not live is said to be without them", () => {
  setUp({ ...original, review: { draftId: "d1" as never } });
  expect(screen.getByText(/^The copy is of Ada as it is live/)).toBeTruthy();
  cleanup();
  setUp(original);
  expect(screen.queryByText(/as it is live/)).toBeNull();
});

test("the form is filled in from a website, which is read once the assistant exists", async () => {
  backend.answer("websites:draftFromWebsite", () => Promise.resolve(LINDEN));
  const { user } = setUp();
  await beginWithWebsite(user, "linden.example");
  expect(backend.calls).toEqual([["websites:draftFromWebsite", { address: "linden.example" }]]);
  expect(screen.getByLabelText<HTMLInputElement>("Assistant name").value).toBe("Linden Bakery");
  expect(screen.getByText(/Filled in from linden.example/)).toBeTruthy();
  expect(screen.queryByLabelText("Address of your website")).toBeNull();
  await save(user);
  const created = backend.calls.find(([name]) => name === "assistants:createAssistant");
  expect(created?.[1]).toMatchObject({ widgetColor: "#f97316", talk: { language: "de" } });
  expect(backend.calls.at(-1)).toEqual([
    "websites:addWebsite",
    { assistantId: "assistant-1", address: "https://linden.example/", readsAll: true },
  ]);
});

test("a website that cannot be read says why, and what was typed stays", async () => {
  const message = "The website did not respond.";
  backend.answer("websites:draftFromWebsite", () =>
    Promise.reject(new ConvexError({ code: "invalid_input", message })),
  );
  const { user, onClose } = setUp();
  await fillIn(user);
  await beginWithWebsite(user, "linden.example");
  expect(await screen.findByText(message)).toBeTruthy();
  await user.click(screen.getByLabelText("Address of your website"));
  await user.keyboard("{Escape}");
  expect(screen.queryByLabelText("Address of your website")).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>("Assistant name").value).toBe("Ada");
});

test("an assistant is created even if its website is not added", async () => {
  backend.answer("websites:draftFromWebsite", () => Promise.resolve(LINDEN));
  backend.answer("websites:addWebsite", () => Promise.reject(new Error("offline")));
  const { user } = setUp();
  await beginWithWebsite(user, "linden.example");
  await save(user);
  expect(await screen.findByText(/its website was not added/)).toBeTruthy();
  expect(screen.getByText("Assistant created successfully!")).toBeTruthy();
});
