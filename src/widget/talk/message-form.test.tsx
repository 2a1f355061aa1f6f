import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { LEFT_MESSAGE_LIMITS } from "../../../convex/shared/leftMessage";
import { LANGUAGES } from "../../../convex/shared/languages";
import type { FoundAssistant } from "../state/assistant";
import { en } from "./languages/en";
import { MessageForm } from "./message-form";
import { messageFormTexts } from "./message-form-texts";

const BAKERY: FoundAssistant = {
  ...{ embedId: "bakery", name: "Bakery desk", greeting: null, hasVoice: true },
  ...{ widgetColor: "#14b8a6", widgetIcon: "mic", widgetSize: "small" },
  notice: {
    ...{ version: "v1", language: "en", text: "An AI answers.", words: "OK?" },
    link: { url: "https://shop.example/privacy", words: "Privacy policy" },
  },
};
const TEXTS = messageFormTexts("en");
const FILLED = { name: "Maria", contact: " m@shop.example ", text: "Two loaves." };

type Body = Record<string, unknown>;
type Answer = (path: string, body: Body) => Response;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows the form, and returns what it sends. */
function show(answer: Answer = () => Response.json({}), language = "en"): [string, Body][] {
  const sent: [string, Body][] = [];
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    const { pathname } = new URL(address);
    const content = JSON.parse(body) as Body;
    if (pathname === "/call/page-token") return Response.json({ pageToken: "a token" });
    sent.push([pathname, content]);
    return await Promise.resolve(answer(pathname, content));
  });
  const service = {
    ...{ siteUrl: "https://site.example", place: "window", readSession: null },
    host: { heard: {}, send: () => undefined, listen: () => () => undefined },
  };
  const found = { assistant: BAKERY, language, texts: en };
  render(<MessageForm {...{ found, service }} thread="a thread" messagePass="a pass" />);
  return sent;
}

const fieldOf = (name: keyof typeof FILLED) => screen.getByLabelText<HTMLInputElement>(TEXTS[name]);

function fill(values: Partial<typeof FILLED>): void {
  for (const [name, value] of Object.entries(values)) {
    fireEvent.input(fieldOf(name as keyof typeof FILLED), { target: { value } });
  }
}

function press(name: string = en.send): void {
  fireEvent.click(screen.getByRole("button", { name }));
}

test("it says who gets the message, and sends it with the place and the conversation", async () => {
  const sent = show();
  expect(screen.getByText(/The people behind Bakery desk get what you enter/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Privacy policy" })).toBeTruthy();
  fill(FILLED);
  press();
  const confirmation = await screen.findByRole("status");
  expect(sent).toEqual([
    [
      "/conversation/message",
      {
        ...{ assistantId: "bakery", bearer: "bakery", sites: [], pageToken: "a token" },
        ...{ name: "Maria", contact: "m@shop.example", text: "Two loaves." },
        ...{ thread: "a thread", place: "window", messagePass: "a pass" },
      },
    ],
  ]);
  expect(confirmation.textContent).toBe(TEXTS.sent);
  // The focus moves once the confirmation is painted.
  await waitFor(() => expect(document.activeElement).toBe(confirmation));
});

test("what is missing is said at its field, and the first such field gets the focus", () => {
  const sent = show();
  press();
  const contact = fieldOf("contact");
  expect(document.activeElement).toBe(contact);
  expect(contact.getAttribute("aria-invalid")).toBe("true");
  const described = document.getElementById(contact.getAttribute("aria-describedby") ?? "");
  expect(described?.textContent).toBe(TEXTS.contactMissing);
  expect(screen.getByText(TEXTS.textMissing)).toBeTruthy();
  fill({ contact: "call me" });
  expect(screen.queryByText(TEXTS.contactMissing)).toBeNull();
  press();
  expect(screen.getByText(TEXTS.contactInvalid)).toBeTruthy();
  fill({ contact: "555-0100", text: "x".repeat(LEFT_MESSAGE_LIMITS.text + 1) });
  press();
  expect(document.activeElement).toBe(fieldOf("text"));
  expect(screen.getByText(TEXTS.tooLong(LEFT_MESSAGE_LIMITS.text))).toBeTruthy();
  expect(sent).toEqual([]);
});

test("nothing is lost if the network fails, and the same page token is sent again", async () => {
  let isOffline = true;
  const sent = show(() => {
    if (isOffline) throw new TypeError("fetch failed");
    return Response.json({});
  });
  fill(FILLED);
  press();
  expect(await screen.findByText(/The connection failed/)).toBe(screen.getByRole("alert"));
  expect(fieldOf("text").value).toBe("Two loaves.");
  isOffline = false;
  press(en.tryAgain);
  expect((await screen.findByRole("status")).textContent).toBe(TEXTS.sent);
  expect(sent.map(([, { pageToken }]) => pageToken)).toEqual(["a token", "a token"]);
});

test("a second press while it is sent sends nothing", async () => {
  const sent = show();
  fill(FILLED);
  press();
  press(TEXTS.sending);
  await screen.findByRole("status");
  expect(sent).toHaveLength(1);
});

test("a refusal is shown, and one for a page token is answered with another", async () => {
  const codes = ["page_token_refused", "messages_full"];
  const sent = show(() => {
    const code = codes.shift();
    return code === undefined
      ? Response.json({})
      : Response.json({ code, message: "Refused." }, { status: 429 });
  });
  fill(FILLED);
  press();
  expect(await screen.findByText(TEXTS.full)).toBe(screen.getByRole("alert"));
  expect(sent).toHaveLength(2);
});

test.each(LANGUAGES)("it speaks $english", ({ id }) => {
  const texts = messageFormTexts(`${id}-XX`);
  if (id !== "en") expect(texts.title).not.toBe(TEXTS.title);
  expect(texts.intro("Bakery desk")).toContain("Bakery desk");
  expect(texts.tooLong(100)).toContain("100");
});
