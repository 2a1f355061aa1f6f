import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FoundAssistant } from "../state/assistant";
import { en } from "./languages/en";
import { de } from "./languages/de";
import type { LookedUp } from "./look-up";
import { TalkPage } from "./talk-page";

const BAKERY: FoundAssistant = {
  embedId: "bakery",
  name: "Bakery desk",
  greeting: "Hello from the bakery.",
  hasVoice: true,
  widgetColor: "#14b8a6",
  widgetIcon: "mic",
  widgetSize: "small",
};
const NOTICE = {
  version: "v1",
  language: "en",
  text: "An AI answers.",
  words: "OK?",
  link: { url: "https://shop.example/privacy", words: "Privacy" },
};
const IN_ENGLISH = { language: "en", texts: en };

class Unmeasured {
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  localStorage.clear();
  // jsdom has no layout.
  vi.stubGlobal("ResizeObserver", Unmeasured);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute("style");
});

async function show(found: LookedUp): Promise<void> {
  const service = {
    siteUrl: "https://site.example",
    place: null,
    host: { heard: {}, send: () => undefined, listen: () => () => undefined },
    readSession: null,
  };
  const lookup = { findAssistant: () => Promise.resolve(found) };
  render(<TalkPage lookup={lookup} service={service} />);
  await act(async () => undefined);
}

async function showBakery(changes: Partial<FoundAssistant> = {}): Promise<void> {
  const assistant = { ...BAKERY, ...changes };
  await show({ kind: "found", assistant, pageToken: "token", unavailable: null, ...IN_ENGLISH });
}

/** Our server answers each request with these events. */
function answerWith(...events: object[]): void {
  vi.stubGlobal("fetch", async () => {
    return new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
  });
}

async function type(text: string): Promise<void> {
  const field = screen.getByRole("textbox");
  fireEvent.input(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: "Enter" });
  await act(async () => await new Promise((resolve) => setTimeout(resolve)));
}

const messages = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);
const GREETING = "Bakery desk: Hello from the bakery.";

test("a conversation that began with a call has its greeting once", async () => {
  const spoken = { role: "assistant", text: "Hello from the bakery." };
  const stored = { thread: "t", messages: [spoken], atMs: Date.now() };
  localStorage.setItem(`hark-talk-${BAKERY.embedId}`, JSON.stringify(stored));
  await showBakery();
  expect(messages()).toEqual([GREETING]);
});

test("the page names its assistant, has its colour, and begins with its greeting", async () => {
  await showBakery();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Bakery desk");
  expect(document.title).toBe("Bakery desk, AI assistant");
  expect(document.documentElement.style.getPropertyValue("--accent")).toMatch(/^rgb\(/);
  expect(messages()).toEqual([GREETING]);
  expect(screen.queryByRole("button", { name: en.startOver })).toBeNull();
});

test("an assistant that waits for the visitor says nothing first", async () => {
  await showBakery({ greeting: null });
  expect(messages()).toEqual([]);
});

test("the answer is announced once, when it is complete", async () => {
  answerWith({ thread: "t1" }, { delta: "At " }, { delta: "seven." }, { left: 59 });
  await showBakery();
  const log = screen.getByRole("log");
  const announced: string[] = [];
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) announced.push(node.textContent ?? "");
    }
  });
  observer.observe(log, { childList: true, subtree: true });
  await type("When do you open?");
  observer.disconnect();
  expect(announced).toEqual(["You: When do you open?", "Bakery desk: At seven."]);
  expect(messages()).toEqual([GREETING, ...announced]);
});

test("a message that was not answered can be sent again", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed")));
  await showBakery();
  await type("When do you open?");
  expect(screen.getByText(/The connection failed/)).toBeTruthy();
  answerWith({ thread: "t1" }, { delta: "At seven." }, { left: 59 });
  fireEvent.click(screen.getByRole("button", { name: en.tryAgain }));
  await act(async () => await new Promise((resolve) => setTimeout(resolve)));
  expect(messages()).toEqual([GREETING, "You: When do you open?", "Bakery desk: At seven."]);
});

test("starting over asks first, and forgets the conversation", async () => {
  answerWith({ thread: "t1" }, { delta: "At seven." }, { left: 59 });
  await showBakery();
  await type("When do you open?");
  fireEvent.click(screen.getByRole("button", { name: en.startOver }));
  const yes = screen.getByRole("button", { name: en.startOver });
  expect(document.activeElement).toBe(yes);
  fireEvent.keyDown(yes, { key: "Escape" });
  expect(messages()).toHaveLength(3);
  fireEvent.click(screen.getByRole("button", { name: en.startOver }));
  fireEvent.click(screen.getByRole("button", { name: en.startOver }));
  expect(messages()).toEqual([GREETING]);
  expect(localStorage).toHaveLength(0);
});

test("before a notice is agreed to there is no field", async () => {
  await showBakery({ notice: NOTICE });
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByRole("link", { name: "Privacy" }).getAttribute("href")).toBe(NOTICE.link.url);
  fireEvent.click(screen.getByRole("button", { name: en.agree }));
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
});

test("the conversation is there again after a reload", async () => {
  answerWith({ thread: "t1" }, { delta: "At seven." }, { left: 59 });
  await showBakery();
  await type("When do you open?");
  cleanup();
  await showBakery();
  expect(messages()).toEqual([GREETING, "You: When do you open?", "Bakery desk: At seven."]);
});

const OPENS = "We are closed. We open on Monday at 08:00.";

test.each([
  [{ kind: "unavailable", says: null }, en.unavailableTitle, en.unavailable],
  [{ kind: "unavailable", says: OPENS }, en.unavailableTitle, OPENS],
  [{ kind: "forbidden" }, en.forbiddenTitle, en.forbidden],
] as const)("a page without a conversation says why: %j", async (why, title, text) => {
  await show({ ...why, ...IN_ENGLISH });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
  expect(screen.getByText(text)).toBeTruthy();
  expect(document.title).toBe(title);
});

test("where visitors can only talk, the page offers to leave a message", async () => {
  const only = { kind: "messageOnly", reason: "textOff", assistant: BAKERY } as const;
  await show({ ...only, unavailable: null, ...IN_ENGLISH });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Bakery desk");
  expect(await screen.findByRole("heading", { name: "Leave a message" })).toBeTruthy();
  expect(screen.queryByText(en.unavailable)).toBeNull();
  expect(document.title).toBe("Bakery desk, AI assistant");
});

test("where visitors can only talk and it is closed, the page says when it opens, and sends the pass", async () => {
  const sent = vi.fn<(body: string) => void>();
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    sent(body);
    return await Promise.resolve(Response.json({ pageToken: "token" }));
  });
  const unavailable = { message: OPENS, words: "Closed now", messagePass: "a pass" };
  const only = { kind: "messageOnly", reason: "textOff", assistant: BAKERY } as const;
  await show({ ...only, unavailable, ...IN_ENGLISH });
  expect(screen.getByText(OPENS)).toBeTruthy();
  await screen.findByRole("heading", { name: "Leave a message" });
  const write = (label: string, value: string) =>
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
  write("Your email address or phone number", "m@shop.example");
  write("What is it about?", "Bread");
  fireEvent.click(screen.getByRole("button", { name: en.send }));
  await screen.findByText("Thank you. Your message was sent.");
  expect(JSON.parse(sent.mock.lastCall?.[0] ?? "{}")).toMatchObject({ messagePass: "a pass" });
});

test("where no minutes are left, the conversation ends with the offer to leave a message", async () => {
  const refusal = {
    ...{ code: "assistant_not_found", message: "This assistant is not available." },
    messagePass: "a pass",
  };
  vi.stubGlobal("fetch", async () => Response.json(refusal, { status: 404 }));
  await showBakery({ hasVoice: false });
  await type("When do you open?");
  expect(await screen.findByText(refusal.message)).toBeTruthy();
  expect(await screen.findByRole("heading", { name: "Leave a message" })).toBeTruthy();
  fireEvent.input(screen.getByLabelText("What is it about?"), { target: { value: "Bread" } });
  // What was written stays while the visitor tries again.
  fireEvent.click(screen.getByRole("button", { name: en.tryAgain }));
  await screen.findByText(refusal.message);
  expect(screen.getByLabelText<HTMLTextAreaElement>("What is it about?").value).toBe("Bread");
});

test("where the owner wants no messages then, none is offered", async () => {
  const refusal = { code: "assistant_not_found", message: "This assistant is not available." };
  vi.stubGlobal("fetch", async () => Response.json(refusal, { status: 404 }));
  await showBakery({ hasVoice: false });
  await type("When do you open?");
  expect(await screen.findByText(refusal.message)).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Leave a message" })).toBeNull();
});

test("who can still talk or try again is not offered to leave a message", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed")));
  await showBakery({ hasVoice: false });
  await type("When do you open?");
  expect(screen.queryByRole("heading", { name: "Leave a message" })).toBeNull();
});

test("and in the visitor's language", async () => {
  await show({ kind: "unavailable", says: null, language: "de-AT", texts: de });
  expect(document.documentElement.lang).toBe("de-AT");
  expect(screen.getByText(de.unavailable)).toBeTruthy();
});
