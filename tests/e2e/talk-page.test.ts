/** The page on which visitors type with an assistant. */
import type { Page } from "@playwright/test";
import { talkPathFor } from "../../src/lib/routes.ts";
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

test("an assistant that is not live says so", async ({ page, live }) => {
  const { embedId } = await createAssistant(live);
  await page.goto(talkPathFor(embedId));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "This assistant is not available",
  );
});
