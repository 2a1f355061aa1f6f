import type { Page } from "@playwright/test";
import { expectNoFaults } from "../fixtures/axe.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { expect, test } from "../fixtures/test.ts";

async function save(page: Page, values: Record<string, string>): Promise<void> {
  await page.getByRole("button", { name: /^Edit / }).click();
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  await page.getByRole("button", { name: "Update Assistant" }).click();
  // While it saves, its button has another name.
  await expect(page.getByLabel("Assistant goal")).toBeHidden();
}

test("an owner saves an assistant twice, compares the versions, and restores the first", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  await owner.createAssistant("Bakery");
  await page.goto("/dashboard");
  await save(page, { "System prompt": "You answer questions about the old bakery in town." });
  await save(page, { "Assistant name": "Pastry shop", "Assistant goal": "Take two orders." });

  await page.getByRole("button", { name: "Edit Pastry shop" }).click();
  await page.getByRole("button", { name: "Versions" }).click();
  const dialog = page.getByRole("dialog", { name: "Versions of Pastry shop" });
  const rows = dialog.getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText("Current");
  await expect(rows.nth(0)).toContainText("Version 3: Assistant name, assistant goal");
  await expect(rows.nth(1)).toContainText("Version 2: System prompt");
  await expect(rows.nth(2)).toContainText("Version 1: created");
  await expectNoFaults(page);

  await dialog.getByRole("button", { name: "Compare version 1" }).click();
  await expect(dialog.getByRole("heading", { name: /^Version 1, / })).toBeFocused();
  const prompt = dialog.getByRole("definition").nth(1);
  await expect(prompt.getByRole("insertion").first()).toContainText("old");
  await expect(dialog.getByRole("deletion").filter({ hasText: /Bakery$/ })).toBeVisible();
  await expectNoFaults(page);
  await page.setViewportSize({ width: 375, height: 700 });
  await expectNoFaults(page);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(375);

  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Version 1 was restored.")).toBeVisible();
  await expect(page.getByLabel("Assistant name")).toHaveValue("Bakery");
  await expect(page.getByLabel("System prompt")).toHaveValue(
    "You answer questions about the bakery.",
  );
  await expect(page.getByRole("button", { name: "Reset" })).toBeDisabled();
  await expect(page.getByRole("article", { name: "Bakery" })).toBeVisible();

  await page.getByRole("button", { name: "Versions" }).click();
  const after = page.getByRole("dialog", { name: "Versions of Bakery" });
  await expect(after.getByRole("listitem").first()).toContainText(
    "Version 4: Assistant name, system prompt, assistant goal, restored from version 1",
  );
  // Restoring can be undone.
  await after.getByRole("button", { name: "Compare version 3" }).click();
  await after.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Assistant name")).toHaveValue("Pastry shop");
});

test("restoring a version asks first if there are unsaved changes @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  await owner.createAssistant("Bakery");
  await page.goto("/dashboard");
  await save(page, { "Assistant goal": "Take two orders." });
  await page.getByRole("button", { name: "Edit Bakery" }).click();
  await page.getByLabel("Assistant goal").fill("Take three orders.");
  await page.getByRole("button", { name: "Versions" }).click();
  await page.getByRole("button", { name: "Compare version 1" }).click();
  page.once("dialog", (question) => void question.dismiss());
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("button", { name: "All versions" }).click();
  await page.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("button", { name: "Versions" })).toBeFocused();
  await expect(page.getByLabel("Assistant goal")).toHaveValue("Take three orders.");
});
