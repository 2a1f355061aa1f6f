/** The page on which visitors type with an assistant. */
import type { Page } from "@playwright/test";
import { talkPathFor } from "../../src/lib/routes.ts";
import { expectNoFaults } from "../fixtures/axe.ts";
import { createAssistant } from "../fixtures/owner-client.ts";
import { expect, test } from "../fixtures/talk-button.ts";

function fieldOf(page: Page) {
  return page.getByRole("textbox", { name: "Your message" });
}

/** The messages that are complete. */
function messagesOf(page: Page) {
  return page.getByRole("log").getByRole("listitem");
}

test("a visitor types, and reads the answer", async ({ page, live }) => {
  await page.goto(talkPathFor(live.embedId));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bakery desk");
  await expect(messagesOf(page)).toHaveText([/How can I help you/]);
  await fieldOf(page).fill("When do you open?");
  await page.keyboard.press("Enter");
  await expect(messagesOf(page)).toHaveText([/How can I help/, /When do you open/, /seven/]);
});

test("the conversation survives a reload, goes on, and can be started over", async ({
  page,
  live,
}) => {
  await page.goto(talkPathFor(live.embedId));
  await fieldOf(page).fill("When do you open?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(messagesOf(page)).toHaveText([/How can I help/, /When do you open/, /seven/]);
  await page.reload();
  await expect(messagesOf(page)).toHaveText([/How can I help/, /When do you open/, /seven/]);
  // It goes on in the same conversation, which needs no other page token.
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await fieldOf(page).fill("Thank you");
  await page.keyboard.press("Enter");
  await expect(messagesOf(page)).toHaveCount(5);
  expect(requests.filter((path) => path.endsWith("/chat"))).toHaveLength(1);
  expect(requests.filter((path) => path.endsWith("/call/page-token"))).toEqual([]);
  await page.getByRole("button", { name: "Start over" }).click();
  await page.getByRole("button", { name: "Start over" }).last().click();
  await expect(messagesOf(page)).toHaveText([/How can I help/]);
  await page.reload();
  await expect(messagesOf(page)).toHaveText([/How can I help/]);
});

test("it works without a mouse, on a narrow screen, and axe finds nothing", async ({
  page,
  live,
}) => {
  await page.setViewportSize({ width: 320, height: 480 });
  await page.goto(talkPathFor(live.embedId));
  await expect(messagesOf(page)).toHaveCount(1);
  const field = fieldOf(page);
  for (let presses = 0; presses < 5; presses++) {
    if (await field.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("When do you open?");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("a".repeat(200));
  await page.keyboard.press("Enter");
  await expect(messagesOf(page)).toHaveCount(3);
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expectNoFaults(page);
});

test("an assistant that is not live says so", async ({ page, live }) => {
  const { embedId } = await createAssistant(live);
  await page.goto(talkPathFor(embedId));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "This assistant is not available",
  );
});
