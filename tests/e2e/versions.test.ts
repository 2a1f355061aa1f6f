import type { Page } from "@playwright/test";
import { expectNoFaults } from "../fixtures/axe.ts";
import { ownerApi } from "../fixtures/owner-api.ts";
import { expect, test } from "../fixtures/test.ts";

async function save(page: Page, values: Record<string, string>): Promise<void> {
  await page.getByRole("button", { name: /^Edit / }).click();
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  await page.getByRole("button", { name: "Update Assistant" }).click();
  // While it is saving, its button has another name.
  await expect(page.getByLabel("Assistant goal")).toBeHidden();
}

test("an owner saves an assistant twice, compares the versions, and restores the first @all", async ({
  signedInOwner: { page },
  stack,
}) => {
  const owner = await ownerApi(page, stack);
  await owner.createAssistant("Bakery");
  await page.goto("/dashboard");
  await save(page, { "System prompt": "You answer questions about the old bakery in town." });
  await save(page, { "Assistant name": "Pastry shop", "Assistant goal": "Take two orders." });

  await page.getByRole("link", { name: "Pastry shop", exact: true }).click();
  await page.getByRole("link", { name: "Versions" }).click();
  const section = page.getByRole("region", { name: "Versions" });
  const rows = section.getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText("Current");
  await expect(rows.nth(0)).toContainText("Version 3: Assistant name, assistant goal");
  await expect(rows.nth(1)).toContainText("Version 2: System prompt");
  await expect(rows.nth(2)).toContainText("Version 1: created");
  await expectNoFaults(page);

  await section.getByRole("button", { name: "Compare version 1" }).click();
  await expect(section.getByRole("heading", { name: /^Version 1, / })).toBeFocused();
  const prompt = section.getByRole("definition").nth(1);
  await expect(prompt.getByRole("insertion").first()).toContainText("old");
  await expect(section.getByRole("deletion").filter({ hasText: /Bakery$/ })).toBeVisible();
  await expectNoFaults(page);
  await page.setViewportSize({ width: 375, height: 700 });
  await expectNoFaults(page);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(375);

  await section.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Version 1 was restored.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Bakery" })).toBeVisible();
  await expect(rows.first()).toContainText(
    "Version 4: Assistant name, system prompt, assistant goal, restored from version 1",
  );
  // Restoring can be undone.
  await section.getByRole("button", { name: "Compare version 3" }).click();
  await section.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pastry shop" })).toBeVisible();
});
