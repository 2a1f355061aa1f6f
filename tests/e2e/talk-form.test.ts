/** The section of an assistant's page with the settings of a conversation. */
import { languageFor } from "../../convex/shared/languages";
import { createAssistant } from "../fixtures/assistants.ts";
import { expectNoFaults } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/test.ts";

test("an owner changes the conversation settings by keyboard and on a phone, and they are kept @all", async ({
  signedInOwner: { page },
}) => {
  await createAssistant(page, "Front desk");
  await page.getByRole("link", { name: "Front desk", exact: true }).click();
  await page.getByRole("link", { name: "Conversation", exact: true }).focus();
  await page.keyboard.press("Enter");
  const form = page.getByRole("form", { name: "Conversation" });
  const greeting = form.getByLabel("Greeting", { exact: true });
  await expect(greeting).toHaveValue(languageFor("en").greeting("Front desk"));
  await form.getByLabel("Language", { exact: true }).selectOption("de");
  await expect(greeting).toHaveValue(languageFor("de").greeting("Front desk"));
  await expect(greeting).toHaveAttribute("lang", "de");
  await form.getByLabel("Daily limit for visitors").selectOption("own");
  await form.getByLabel("Minutes per day").fill("30");
  await form.getByLabel("Always open").uncheck();
  await form.getByLabel("Time zone").selectOption("Europe/Berlin");
  await form.getByLabel("Monday, closes").fill("12:00");
  await form.getByRole("button", { name: "Add hours to Monday" }).click();
  await form.getByLabel("Monday, opens (2)").fill("14:00");
  await form.getByLabel("Monday, closes (2)").fill("18:00");
  await form.getByRole("button", { name: "Copy Monday to all weekdays" }).click();
  await expect(form.getByLabel("Friday, opens (2)")).toHaveValue("14:00");
  await expect(form.getByLabel("Saturday, opens")).toHaveCount(0);
  await expectNoFaults(page);
  await page.setViewportSize({ width: 375, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await expectNoFaults(page);

  await form.getByLabel("Hang up after (seconds)").fill("5");
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(form.getByLabel("Hang up after (seconds)")).toBeFocused();
  await form.getByLabel("Hang up after (seconds)").fill("45");
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Assistant updated successfully!")).toBeVisible();
  await expect(form.getByText("All changes are saved.")).toBeVisible();

  await page.reload();
  await expect(form.getByLabel("Language", { exact: true })).toHaveValue("de");
  await expect(form.getByLabel("Wednesday, closes (2)")).toHaveValue("18:00");
  await expect(form.getByLabel("Hang up after (seconds)")).toHaveValue("45");
});
