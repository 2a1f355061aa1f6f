/** A new assistant that starts from a template or as a copy of another one. */
import { expectNoFaults } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/test.ts";

const HOURS = {
  name: "hours.txt",
  mimeType: "text/plain",
  buffer: Buffer.from("We are open from seven to six."),
};

test("an owner picks a template by keyboard, changes and saves it, and duplicates it on a phone @all", async ({
  signedInOwner: { page },
}) => {
  await page.getByRole("button", { name: "Create your first assistant" }).click();
  const form = page.getByRole("form", { name: "Create assistant" });
  const menu = form.getByRole("button", { name: /template/i });
  const choose = (name: string) => page.getByRole("menuitemradio", { name });
  await expect(form.getByLabel("Assistant name")).toBeFocused();
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(choose("Blank")).toBeChecked();
  await expect(page.locator("[role=menu]:focus, [role=menuitemradio]:focus")).toBeVisible();
  await page.keyboard.type("Sh");
  await expect(choose("Shop")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(menu).toHaveText("Template: Shop");
  await expect(menu).toBeFocused();
  await expect(form.getByLabel("System prompt")).toHaveValue(/^You take orders for/);
  await form.getByLabel("Assistant name").fill("Rosa");
  await menu.click();
  await choose("Appointments").click();
  await expect(form.getByText("Kept what you entered: assistant name.")).toBeVisible();
  await expectNoFaults(page);
  await expect(form.getByLabel("System prompt")).toHaveValue(/^You take appointment requests/);
  await form.getByLabel("Knowledge file").setInputFiles(HOURS);
  await form.getByRole("button", { name: "Create Assistant" }).click();
  const rosa = page.getByRole("article", { name: "Rosa", exact: true });
  await expect(rosa.getByText("Sarah")).toBeVisible();

  await page.setViewportSize({ width: 375, height: 700 });
  await rosa.getByRole("button", { name: "More actions for Rosa" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(form.getByLabel("Assistant name")).toHaveValue("Rosa copy");
  await expect(form.getByText(/^The knowledge file hours.txt stays with Rosa/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await expectNoFaults(page);
  await form.getByRole("button", { name: "Create Assistant" }).click();
  const copy = page.getByRole("article", { name: "Rosa copy" });
  await expect(copy.getByText("Draft")).toBeVisible();
  await expect(copy.getByText("Sarah")).toBeVisible();
  await expect(copy.getByText("hours.txt")).toBeHidden();
  await expect(rosa.getByText("hours.txt")).toBeVisible();
  await copy.getByRole("link", { name: "Rosa copy", exact: true }).click();
  await page.getByRole("button", { name: "Section: Overview" }).click();
  await page.getByRole("menuitem", { name: "After the conversation" }).click();
  await expect(page.getByRole("checkbox", { name: "Required" })).toHaveCount(6);
});

test("on a wide screen the menu holds only the actions without a button @all", async ({
  signedInOwner: { page },
}) => {
  await page.getByRole("button", { name: "Create your first assistant" }).click();
  await page.getByRole("button", { name: /template/i }).click();
  await page.getByRole("menuitemradio", { name: "Support" }).click();
  await page.getByRole("form").getByRole("button", { name: "Create Assistant" }).click();
  await page.getByRole("button", { name: "More actions for Support" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem")).toHaveText(["Duplicate"]);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Assistant name")).toHaveValue("Support copy");
  await expect(page.getByLabel("Assistant name")).toBeFocused();
});
