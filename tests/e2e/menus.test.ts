import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/test.ts";

/** Opens a page whose menus' code is held back; returns the function that releases it. */
async function withMenusOnTheirWay(page: Page): Promise<() => void> {
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  const part = /\/opening-menu-/;
  await page.route(part, async (route) => {
    await held;
    await route.continue();
  });
  const requested = page.waitForRequest(part);
  await page.reload();
  await requested;
  return letThrough;
}

const MOMENTS = ["while it is held down", "after it was released"] as const;

for (const moment of MOMENTS) {
  test(`a menu pressed before its code is loaded opens and stays open: ${moment} @all`, async ({
    signedInOwner: { page },
  }) => {
    const come = await withMenusOnTheirWay(page);
    await page.getByRole("button", { name: /^Account/ }).hover();
    await page.mouse.down();
    if (moment === "after it was released") await page.mouse.up();
    come();
    await expect(page.getByRole("menu")).toBeFocused();
    await page.mouse.up();
    await page.getByRole("menuitem", { name: "Account settings" }).click();
    await expect(page).toHaveURL("/dashboard/account");
  });
}

test("a menu opened by key before its code is loaded can be used by keyboard @all", async ({
  signedInOwner: { page },
}) => {
  const come = await withMenusOnTheirWay(page);
  const button = page.getByRole("button", { name: /^Account/ });
  await button.press("Enter");
  come();
  await expect(page.getByRole("menu")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await expect(page.getByRole("menu")).toBeHidden();
});

test("a menu's button keeps the focus when its code is loaded @all", async ({
  signedInOwner: { page },
}) => {
  const come = await withMenusOnTheirWay(page);
  const button = page.getByRole("button", { name: /^Account/ });
  await button.focus();
  come();
  await expect(button).toHaveAttribute("data-state", "closed");
  await expect(button).toBeFocused();
});
