import { expect, test } from "../fixtures/test.ts";

test("a visitor is asked to sign in on the way to the dashboard", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Start free trial" }).first().click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
});

test("what a link leads to is there before it is pressed, once the pointer has rested on it", async ({
  page,
}) => {
  await page.goto("/");
  const loaded = page.waitForResponse(/\/assets\/owner-app-/);
  await page.getByRole("link", { name: "Start free trial" }).first().hover();
  await loaded;
  await expect(page).toHaveURL("/");
});
