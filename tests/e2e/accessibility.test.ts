import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { signOut } from "../fixtures/account.ts";
import { expect, test } from "../fixtures/test.ts";

async function expectNoFaults(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const faults = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
  expect(faults).toEqual([]);
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`no screen has a fault that a machine can find, ${colorScheme}`, async ({
    signedInOwner: { page },
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.getByText("No assistants yet")).toBeVisible();
    await expectNoFaults(page);
    await page.getByRole("button", { name: "Create Assistant" }).first().click();
    await expect(page.getByRole("form", { name: "Create assistant" })).toBeVisible();
    await expectNoFaults(page);
    await signOut(page);
    await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
    await expectNoFaults(page);
    for (const path of ["/", "/privacy", "/terms", "/nowhere"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectNoFaults(page);
    }
  });
}

for (const width of [320, 375, 768, 1920]) {
  test(`nothing is wider than a screen of ${width} pixels`, async ({ signedInOwner: { page } }) => {
    await page.setViewportSize({ width, height: 700 });
    const expectItFits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      );
    await expect(page.getByText("No assistants yet")).toBeVisible();
    await expectItFits();
    await page.getByRole("button", { name: "Create Assistant" }).first().click();
    await expectItFits();
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectItFits();
  });
}
