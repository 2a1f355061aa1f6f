/** The sum of all layout shifts of each page. Nothing that is being read or pressed may move. */
import type { Page } from "@playwright/test";
import { ownerApi } from "../fixtures/owner-api.ts";
import { expect, test } from "../fixtures/test.ts";

const MOST = 0.02;

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

declare global {
  interface Window {
    layoutShift: number;
  }
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as Shift[]) {
        if (!hadRecentInput) window.layoutShift += value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

async function expectStillness(page: Page, path: string, settled: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(settled, { exact: true }).first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => window.layoutShift), path).toBeLessThanOrEqual(MOST);
}

test("no page of the dashboard shifts its layout while it loads", async ({
  signedInOwner: { page },
  stack,
}) => {
  await (await ownerApi(page, stack)).createAssistant("Front desk");
  await watchShifts(page);
  await expectStillness(page, "/dashboard", "Front desk");
  await expectStillness(page, "/dashboard/subscription", "Enterprise");
  await expectStillness(page, "/dashboard/calls", "Recent Calls");
  await expectStillness(page, "/dashboard/calls/trends", "No calls yet");
  await expectStillness(page, "/test-embed", "Back to Dashboard");
  await expectStillness(page, "/", "How It Works");
  await expectStillness(page, "/privacy", "Privacy");
});

test("the login page does not shift its layout while it loads", async ({ page }) => {
  await watchShifts(page);
  await expectStillness(page, "/login", "Welcome back");
});
