/** The parts of the dashboard around every page. */
import { randomUUID } from "node:crypto";
import type { Locator } from "@playwright/test";
import { fillInSignUp, newAccount } from "../fixtures/account.ts";
import { expect, test } from "../fixtures/test.ts";

test("a new owner is shown the plans once", async ({ page }) => {
  await page.goto("/login");
  await fillInSignUp(page, newAccount(randomUUID()));
  await expect(page).toHaveURL("/dashboard/subscription");
  await page.goto("/dashboard");
  await expect(page.getByText("No assistants yet")).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
});

test("on a phone the header and the banner about the address leave room for the page", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/login");
  await fillInSignUp(page, newAccount(randomUUID()));
  const heightOf = async (part: Locator) => (await part.boundingBox())?.height;
  const banner = page.getByRole("status", { name: "Confirm Your Email Address" });
  await expect(banner.getByRole("button", { name: "Send again" })).toBeVisible();
  expect(await heightOf(banner)).toBeLessThanOrEqual(104);
  const text = banner.getByText(/^Open the link in the email/);
  await expect(text).toBeHidden();
  await banner.getByRole("button", { name: "Details" }).click();
  await expect(text).toBeVisible();

  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 812 });
    await page.goto("/dashboard/connections");
    const current = page.getByRole("navigation", { name: "Dashboard" }).locator("[aria-current]");
    await expect(current).toHaveText("Connections");
    await expect(current).toBeInViewport({ ratio: 1 });
    expect(await heightOf(page.getByRole("banner"))).toBeLessThanOrEqual(104);
    await page.goto("/dashboard/nowhere");
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await page.getByRole("link", { name: "Analytics" }).click();
    await expect(current).toHaveText("Analytics");
    await expect(current).toBeInViewport({ ratio: 1 });
  }
});

test("the owner's theme choice overrides the system's from the first frame", async ({
  signedInOwner: { page },
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  const ground = page.locator("body");
  const light = "rgb(247, 248, 250)";
  const dark = "rgb(13, 16, 21)";
  await expect(ground).toHaveCSS("background-color", light);
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(ground).toHaveCSS("background-color", dark);

  // Without the app only what runs before the first frame is left.
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.reload();
  await expect(ground).toHaveCSS("background-color", dark);
  await page.unroute("**/assets/*.js");
  await page.goto("/");
  await page.getByLabel("Appearance").selectOption("System");
  await expect(ground).toHaveCSS("background-color", light);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(ground).toHaveCSS("background-color", dark);
});

test("an owner types the email address to delete the account", async ({
  signedInOwner: { page, email, password },
  context,
  allowed,
}) => {
  const other = await context.newPage();
  await other.goto("/dashboard");
  await expect(other.getByText("No assistants yet")).toBeVisible();
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Delete account…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  const confirm = dialog.getByRole("button", { name: "Delete account" });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel("Type your email address to confirm").fill(email);
  await confirm.click();
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login/);

  allowed.push("[CONVEX A(auth:signIn)]");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Could not sign in, did you mean to sign up?")).toBeVisible();
});
