/** The conversation settings, as visitors hear and see them. */
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../../convex/_generated/api";
import { languageFor } from "../../../convex/shared/languages";
import { WEEKDAYS } from "../../../convex/shared/openingHours";
import { DEFAULT_CONVERSATION, type Conversation } from "../../../convex/shared/conversation";
import { wordsIn } from "../../../convex/shared/talkButtonTexts";
import { expectNoFaults } from "../../fixtures/axe.ts";
import { needsRecognizer } from "../../fixtures/recognizer.ts";
import { QUESTION } from "../../fixtures/speech.ts";
import type { OwnedAssistant } from "../../fixtures/owner-client.ts";
import { changeAssistant, createAssistant, publish } from "../../fixtures/owner-client.ts";
import {
  buttonOf,
  callsOf,
  expect,
  frameOf,
  scriptTag,
  snippet,
  test as base,
} from "../../fixtures/talk-button.ts";
import { giveVoice } from "../../fixtures/visitor-voice.ts";

const CLOSED = WEEKDAYS.map(() => []);
const GERMAN = must(wordsIn("de"), "German words");
const BAKERY = "<main><h1>A bakery</h1></main>";
const BUBBLE = "[data-part='bubble']";

const test = base.extend<{ decided: (talk: Partial<Conversation>) => Promise<OwnedAssistant> }>({
  /**
   * Created for the owner that all tests share, whose plan allows few published assistants, so it is unpublished again.
   */
  decided: async ({ live }, use) => {
    const made: OwnedAssistant[] = [];
    await use(async (changed) => {
      const assistant = await createAssistant(live);
      made.push(assistant);
      await changeAssistant(live, assistant, { talk: { ...DEFAULT_CONVERSATION, ...changed } });
      await publish(live, assistant);
      return assistant;
    });
    for (const assistant of made) await publish(live, assistant);
  },
});

test("a German button speaks German, and says that it is closed without opening the microphone @all", async ({
  deniedPage: page,
  hostSite,
  stack,
  live,
  decided,
}) => {
  const before = (await callsOf(live)).length;
  const { embedId } = await decided({ language: "de", openingHours: CLOSED });
  await page.goto(hostSite.publish({ body: BAKERY + snippet(stack.appUrl, embedId) }));
  const frame = frameOf(page);
  const button = frame.getByRole("button", { name: GERMAN.labels.idle, exact: true });
  await expect(button).toBeVisible();
  await expect(frame.locator("html")).toHaveAttribute("lang", "de");
  await expect(frame.getByRole("main")).toHaveAttribute("aria-label", GERMAN.labels.name);
  await button.click();
  const { closed } = languageFor("de");
  await expect(frame.getByRole("alert")).toHaveText(closed);
  const message = frame.locator(".message");
  await expect(message).toHaveAttribute("title", closed);
  await expect(message.locator(".words")).toHaveText(GERMAN.closedShortText);
  await expect(button).toBeVisible();
  await expectNoFaults(page);
  expect(await callsOf(live)).toHaveLength(before);
});

test("with the script the owner's closed message fits beside the button @all", async ({
  page,
  hostSite,
  stack,
  decided,
}) => {
  const closedWords = "We bake at night. Come back at six.";
  const { embedId } = await decided({ openingHours: CLOSED, closedWords });
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, embedId) }));
  await buttonOf(page, "Start voice chat").click();
  await expect(page.locator(BUBBLE)).toHaveText(closedWords);
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
});

test("a visitor hears the greeting, is prompted when silent, and is then disconnected", async ({
  page,
  hostSite,
  stack,
  live,
  decided,
}) => {
  needsRecognizer();
  const say = await giveVoice(page);
  const { embedId } = await decided({
    greeting: "Welcome to the bakery.",
    silenceQuestion: "Is anybody there?",
    asksAfterSeconds: 40,
    endsAfterSeconds: 90,
  });
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, embedId) }));
  await buttonOf(page, "Start voice chat").click();
  const captions = page.locator(BUBBLE);
  await expect(captions).toHaveText("Welcome to the bakery.");
  await say(QUESTION);
  await expect(captions).toHaveText(/seven/i);
  stack.clock.advance(41_000);
  await expect(captions).toHaveText("Is anybody there?");
  stack.clock.advance(60_000);
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  await expect
    .poll(async () => (await callsOf(live))[0])
    .toMatchObject({ status: "ended", endedReason: "assistant-ended-call" });
});

test("what a page tells with Hark.set goes along with the call, and the owner reads it there @all", async ({
  page,
  hostSite,
  stack,
  live,
  decided,
}) => {
  const { embedId } = await decided({});
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, embedId) }));
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  const mistake = await page.evaluate(() => {
    const { Hark } = window as unknown as { Hark: { set(facts: object): void } };
    Hark.set({ name: "Ada", cart: 2 });
    Hark.set({ cart: "3 rolls" });
    try {
      Hark.set({ cart: ["rye"] });
      return null;
    } catch (error) {
      return String(error);
    }
  });
  expect(mistake).toBe("TypeError: Hark.set: cart is not a text, number, boolean or null.");
  const requested = page.waitForRequest((request) => request.url().endsWith("/call/web"));
  await buttonOf(page, "Start voice chat").click();
  const sent = JSON.parse((await requested).postData() ?? "") as { facts?: unknown };
  expect(sent.facts).toEqual({ name: "Ada", cart: "3 rolls" });
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await buttonOf(page, "Stop voice chat").click();
  await expect.poll(async () => (await callsOf(live))[0]).toMatchObject({ status: "ended" });
  const callId = must((await callsOf(live))[0], "the call").id;
  const { pageFacts } = await live.client.action(api.calls.getCallDetails, { callId });
  expect(pageFacts).toEqual([
    { name: "name", value: "Ada" },
    { name: "cart", value: "3 rolls" },
  ]);
});

test("an assistant that should know the page gets its URL without query and fragment @all", async ({
  page,
  context,
  hostSite,
  stack,
  decided,
}) => {
  const sent: string[] = [];
  const told: unknown[] = [];
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/call/web") sent.push(request.postData() ?? "");
  });
  for (const tellsPage of [true, false]) {
    const { embedId } = await decided({ tellsPage });
    const address = hostSite.publish({ body: scriptTag(stack.appUrl, embedId) });
    told.push(tellsPage ? { url: address, title: "A bakery" } : undefined);
    await page.goto(`${address}?token=7#top`);
    await buttonOf(page, "Start voice chat").click();
    await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
    await buttonOf(page, "Stop voice chat").click();
  }
  const pages = sent.map((text) => (JSON.parse(text) as { page?: unknown }).page);
  expect(pages).toEqual(told);
});
