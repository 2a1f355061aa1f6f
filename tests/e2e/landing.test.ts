import { expect, test } from "../fixtures/test.ts";

declare global {
  interface Window {
    firstElement: Element | null;
    removed: number;
  }
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("pages that need no backend are served with their styles", async ({ page, request }) => {
    await page.goto("/");
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText("Let your website pick up the phone");
    await expect(title).toHaveCSS("font-weight", "600");
    await page.getByRole("link", { name: "Privacy" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy");
    await expect(page).toHaveTitle("Privacy | Hark");
    await page.goto("/terms");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms");
    const response = await request.get("/sitemap.xml");
    expect(await response.text()).toMatch(/<loc>http:[^<]*\/privacy<\/loc>/);
  });

  test("a shared link has a title, description and image @all", async ({ page, stack }) => {
    await page.goto("/");
    const meta = (name: string) => page.locator(`meta[property="og:${name}"]`);
    await expect(meta("title")).toHaveAttribute(
      "content",
      "Voice assistants for your website | Hark",
    );
    await expect(meta("url")).toHaveAttribute("content", `${stack.appUrl}/`);
    const picture = (await meta("image").getAttribute("content")) ?? "";
    expect((await page.request.get(picture)).headers()["content-type"]).toBe("image/png");
  });
});

test("the script takes over the prerendered page without changing it, in either theme", async ({
  page,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem("hark.theme", "dark");
    window.removed = 0;
    addEventListener("DOMContentLoaded", () => {
      const root = document.querySelector("#root");
      window.firstElement = document.querySelector("h1");
      if (root === null) return;
      new MutationObserver((changes) => {
        for (const { removedNodes } of changes) window.removed += removedNodes.length;
      }).observe(root, { childList: true, subtree: true });
    });
  });
  for (const path of ["/", "/privacy", "/terms"]) {
    await page.goto(path);
    // Only a hydrated page knows the chosen value.
    await expect(page.getByRole("combobox", { name: "Appearance" })).toHaveValue("dark");
    expect(
      await page.evaluate(() => document.querySelector("h1") === window.firstElement),
      path,
    ).toBe(true);
    expect(await page.evaluate(() => window.removed), path).toBe(0);
  }
});

test("a prerendered page served under another path shows that the page was not found @all", async ({
  page,
}) => {
  await page.goto("/index.html");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("each of the app's paths is served, and any other path is not found", async ({
  page,
  request,
}) => {
  for (const path of [
    "/login",
    "/dashboard",
    "/dashboard/subscription",
    "/dashboard/calls",
    "/test-embed",
  ]) {
    expect((await request.get(path)).status(), path).toBe(200);
  }
  const answer = await page.goto("/nowhere");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("a new visitor is asked to sign up before the dashboard; an owner is asked to sign in", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Start free trial" }).first().click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign up", exact: true })).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
});

test("a page's code is loaded when the pointer rests on a link to it @all", async ({ page }) => {
  await page.goto("/");
  const loaded = page.waitForResponse(/\/assets\/owner-app-/);
  await page.getByRole("link", { name: "Start free trial" }).first().hover();
  await loaded;
  await expect(page).toHaveURL("/");
});
