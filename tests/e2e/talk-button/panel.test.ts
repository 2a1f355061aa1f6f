/** Speaking and typing in one conversation: in the panel of the one-line script, and on the talk page. */
import type { FrameLocator, Page } from "@playwright/test";
import { DEFAULT_CONVERSATION } from "../../../convex/shared/conversation";
import { talkPathFor } from "../../../src/lib/routes.ts";
import { expectNoFaults } from "../../fixtures/axe.ts";
import { holdRequests } from "../../fixtures/hold-requests.ts";
import { changeAssistant, createAssistant, publish } from "../../fixtures/owner-client.ts";
import { layoutFaults } from "../../fixtures/layout-faults.ts";
import {
  buttonOf,
  expect,
  expectFailure,
  frameOf,
  scriptTag,
  snippet,
  test,
} from "../../fixtures/talk-button.ts";

type Place = Page | FrameLocator;

function panelOf(page: Page): FrameLocator {
  return frameOf(page).frameLocator("iframe");
}

function fieldIn(place: Place) {
  return place.getByRole("textbox", { name: "Your message" });
}

function messagesIn(place: Place) {
  return place.getByRole("log").getByRole("listitem");
}

async function ask(place: Place, text: string): Promise<void> {
  await fieldIn(place).fill(text);
  await fieldIn(place).press("Enter");
}

/** Types, talks, types during the call, and goes on in writing. */
async function converse(page: Page, place: Place): Promise<void> {
  await ask(place, "When do you open?");
  await expect(messagesIn(place).last()).toContainText("seven");
  await place.getByRole("button", { name: "Start voice chat" }).click();
  const stop = place.getByRole("button", { name: "Stop voice chat" });
  await expect(stop).toBeVisible();
  await expect(place.getByRole("button", { name: "Mute" })).toBeVisible();
  await expect(place.getByText("I'm listening.")).toBeVisible();
  await ask(place, "My address is ada@example.com");
  await expect(place.getByText("My address is ada@example.com")).toBeVisible();
  await stop.click();
  await expect(stop).toBeHidden();
  const chats = page.waitForRequest((request) => new URL(request.url()).pathname === "/chat");
  await ask(place, "Thank you.");
  expect((await chats).postData()).toContain('"thread":');
  await expect(place.getByText("Thank you.")).toBeVisible();
  await expect(place.getByRole("button", { name: "Try again" })).toHaveCount(0);
}

// T101: docs/security.md
test("in the script's panel a visitor types, talks, and goes on in writing", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  await page.addInitScript(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    window.addEventListener("message", ({ data }) => told.push(JSON.stringify(data)));
  });
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, live.embedId) }));
  const chip = frameOf(page).getByRole("button", { name: "Type instead" });
  const loaded = page.waitForResponse((response) => response.url().includes("/talk/"));
  await chip.hover();
  await loaded;
  const panel = panelOf(page);
  await expect(fieldIn(panel)).toBeHidden();
  await chip.click();
  await expect(fieldIn(panel)).toBeFocused();
  await converse(page, panel);
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(frameOf(page).getByRole("button", { name: "Type instead" })).toBeFocused();
  await expect(page.locator("iframe")).toHaveCSS("width", "90px");
  const told = await page.evaluate(() => (window as unknown as { told: string[] }).told.join());
  expect(told).toContain('"panel"');
  expect(told).not.toContain("ada@example.com");
});

test("a message typed during a call goes to the call, even before the panel shows the call", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  const release = await holdRequests(page, /\/assets\/voice-[\w-]+\.js$/);
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, live.embedId) }));
  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await frameOf(page).getByRole("button", { name: "Type instead" }).click();
  const panel = panelOf(page);
  await ask(panel, "When do you open?");
  await expect(messagesIn(panel).last()).toContainText("seven");
  release();
  await panel.getByRole("button", { name: "Stop voice chat" }).click();
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  expect(paths).not.toContain("/chat");
});

test("the panel's script and style are fetched beside its page", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/talk/*", async (route) => {
    await held;
    await route.continue();
  });
  const script = page.waitForRequest(/\/assets\/talk-[\w-]+\.js$/);
  const style = page.waitForRequest(/\/assets\/talk-[\w-]+\.css$/);
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, live.embedId) }));
  const chip = frameOf(page).getByRole("button", { name: "Type instead" });
  await chip.hover();
  await Promise.all([script, style]);
  answer();
  await chip.click();
  await expect(fieldIn(panelOf(page))).toBeFocused();
});

test("whoever has no microphone gets the panel, with the reason", async ({
  deniedPage: page,
  hostSite,
  stack,
  live,
}) => {
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, live.embedId) }));
  await buttonOf(page, "Start voice chat").click();
  const panel = panelOf(page);
  await expect(panel.getByRole("alert")).toContainText("Microphone access is required");
  await ask(panel, "When do you open?");
  await expect(messagesIn(panel).last()).toContainText("seven");
});

test("with text first a press opens the panel, from which a call can begin", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  const own = await createAssistant(live);
  await changeAssistant(live, own, { talk: { ...DEFAULT_CONVERSATION, startsWithText: true } });
  await publish(live, own);
  const script = page.waitForResponse((response) => response.url().includes("/panel-"));
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, own.embedId) }));
  await script;
  const opener = frameOf(page).getByRole("button", { name: "Type instead" });
  await opener.click();
  await expect(fieldIn(panelOf(page))).toBeFocused();
  await panelOf(page).getByRole("button", { name: "Close" }).click();
  await expect(opener).toBeFocused();
  await expect(frameOf(page).getByRole("button")).toHaveCount(1);
  await opener.press("Enter");
  await buttonOf(page, "Start voice chat").click();
  await expect(buttonOf(page, "Stop voice chat")).toBeVisible();
  await expect(panelOf(page).getByRole("button", { name: "Mute" })).toBeVisible();
});

test("a refusal in the bare frame leads to the talk page, in a tab of its own", async ({
  deniedPage: page,
  hostSite,
  stack,
  live,
}) => {
  await page.goto(hostSite.publish({ body: snippet(stack.appUrl, live.embedId) }));
  page.on("dialog", (dialog) => void dialog.accept());
  await buttonOf(page, "Start voice chat").click();
  await expectFailure(page, /Microphone access is required/);
  const opened = page.waitForEvent("popup");
  await frameOf(page).getByRole("link", { name: "Type instead" }).click();
  const tab = await opened;
  expect(new URL(tab.url()).pathname).toBe(talkPathFor(live.embedId));
  await ask(tab, "When do you open?");
  await expect(messagesIn(tab).last()).toContainText("seven");
});

test("on the talk page a visitor types, talks, and goes on in writing", async ({ page, live }) => {
  await page.goto(talkPathFor(live.embedId));
  await converse(page, page);
  await page.getByRole("group", { name: "Was this helpful?" }).getByText("No").click();
  await page.getByLabel("Tell us more (optional)").fill("It did not know the prices.");
  const rated = page.waitForResponse((response) => response.url().endsWith("/rating"));
  await page.getByRole("button", { name: "Send" }).first().click();
  expect((await rated).status()).toBe(200);
  await expect(page.getByLabel("Tell us more (optional)")).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("My address is ada@example.com")).toBeVisible();
  await expect(page.getByText("Was this helpful?")).toHaveCount(0);
  await expectNoFaults(page);
});

test("a call that begins while an answer is being written is told that answer @all", async ({
  page,
  live,
}) => {
  const release = await holdRequests(page, "**/chat");
  const sent: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => sent.push(payload.toString())),
  );
  await page.goto(talkPathFor(live.embedId));
  await ask(page, "When do you open?");
  await page.getByRole("button", { name: "Start voice chat" }).click();
  await expect(page.getByRole("button", { name: "Mute" })).toBeVisible();
  const told = () => sent.filter((frame) => frame.includes("add-message")).join("\n");
  expect(told()).not.toContain("seven");
  release();
  await expect(messagesIn(page).filter({ hasText: "seven" })).toBeVisible();
  await expect.poll(told).toContain("seven");
  const stop = page.getByRole("button", { name: "Stop voice chat" });
  await stop.click();
  await expect(stop).toHaveCount(0);
});

test("in a call the assistant asks for an address in writing, and gets it to the letter", async ({
  page,
  live,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(talkPathFor(live.embedId));
  await page.getByRole("button", { name: "Start voice chat" }).click();
  await expect(page.getByRole("button", { name: "Mute" })).toBeVisible();
  await ask(page, "Can you send me an email?");
  const address = page.getByRole("textbox", { name: "Email address" });
  await expect(address).toBeFocused();
  await expectNoFaults(page);
  expect(await layoutFaults(page)).toEqual([]);
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  expect(await layoutFaults(page)).toEqual([]);
  await address.fill("ada at example.com");
  await address.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Please enter a full email address.");
  await address.fill("Ada.Lovelace@example.com");
  await address.press("Enter");
  await expect(address).toHaveCount(0);
  await expect(fieldIn(page)).toBeFocused();
  await expect(messagesIn(page).filter({ hasText: "Ada.Lovelace@example.com" })).toBeVisible();
  await expect(messagesIn(page).last()).toContainText("I have written it down");
  await expect(address).toHaveCount(0);
  const stop = page.getByRole("button", { name: "Stop voice chat" });
  await stop.click();
  await expect(stop).toHaveCount(0);
});

test("a field opens the panel again, where Escape dismisses the field and not the panel", async ({
  page,
  hostSite,
  stack,
  live,
}) => {
  await page.goto(hostSite.publish({ body: scriptTag(stack.appUrl, live.embedId) }));
  await frameOf(page).getByRole("button", { name: "Type instead" }).click();
  const panel = panelOf(page);
  await panel.getByRole("button", { name: "Start voice chat" }).click();
  await expect(panel.getByRole("button", { name: "Mute" })).toBeVisible();
  await ask(panel, "Please call me back.");
  const number = panel.getByRole("textbox", { name: "Phone number" });
  await panel.getByRole("button", { name: "Close" }).click();
  await expect(number).toBeVisible();
  await number.press("Escape");
  await expect(number).toHaveCount(0);
  await expect(fieldIn(panel)).toBeVisible();
  const stop = panel.getByRole("button", { name: "Stop voice chat" });
  await stop.click();
  await expect(stop).toHaveCount(0);
});
