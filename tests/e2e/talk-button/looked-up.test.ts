import { buttonOf, expect, frameOf, test } from "../../fixtures/talk-button.ts";

test("until the assistant is known there is a grey pulsing circle, and a backend that is away is asked again", async ({
  page,
  stack,
  visit,
}) => {
  let isAway = true;
  await page.route(`${stack.backendUrl}/api/query`, async (route) => {
    if (isAway) await route.abort();
    else await route.continue();
    isAway = false;
  });
  await visit();
  const circle = frameOf(page).locator(".loading");
  await expect(circle).toBeVisible();
  await expect(circle).toHaveCSS("animation-name", "breathe");
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
});
