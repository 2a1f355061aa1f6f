/** The landing page's talk button, with the landing-page assistant. */
import type { Page } from "@playwright/test";
import { must } from "@hark/stand-in-kit/must";
import { TRIAL_DAYS } from "../../convex/shared/plans";
import { expectNoFaults } from "../fixtures/axe.ts";
import { holdRequests } from "../fixtures/hold-requests.ts";
import { invitationOn } from "../fixtures/landing-assistant.ts";
import { needsRecognizer } from "../fixtures/recognizer.ts";
import { setVariables } from "../fixtures/stack.ts";
import { giveVoice } from "../fixtures/visitor-voice.ts";
import { buttonOf } from "../fixtures/talk-button.ts";
import { expect, test } from "../fixtures/test.ts";

/** Not "How long", which the recognizer takes for the greeting's "Hello" as soon as a busy machine loses a frame. */
const QUESTION = "Tell me about the free trial.";
const CAPTIONS = "[data-part='bubble']";

declare global {
  interface Window {
    shifts: number;
    shiftsByNow: () => number;
  }
}

test("a visitor presses the landing page's button, agrees, asks about the trial, and gets an answer @all", async ({
  page,
  context,
}) => {
  needsRecognizer();
  await context.grantPermissions(["microphone"]);
  const say = await giveVoice(page);
  await page.goto("/");
  await expect(invitationOn(page)).toBeVisible();
  await buttonOf(page, "Start voice chat").click();
  await expect(page.locator(CAPTIONS)).toContainText("transcribed but not recorded");
  await buttonOf(page, "Agree and start voice chat").click();
  await expect(page.locator(CAPTIONS)).toHaveText(/^Hello, this is Hark/);
  await expect(page.getByRole("button", { name: "End the call" })).toBeVisible();
  await say(QUESTION);
  await expect(page.locator(CAPTIONS)).toContainText(`The trial is ${TRIAL_DAYS} days long`);
  await page.getByRole("button", { name: "End the call" }).click();
  await expect(invitationOn(page)).toBeVisible();
});

test("the invitation reaches the button by keyboard, and axe finds no violation in either", async ({
  page,
}) => {
  await page.goto("/");
  await invitationOn(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(CAPTIONS)).toContainText("You will talk to an AI");
  await expect(buttonOf(page, "Agree and start voice chat")).toBeVisible();
  await expectNoFaults(page);
  await invitationOn(page).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(buttonOf(page, "Start voice chat")).toBeFocused();
  await expect(page.locator(CAPTIONS)).toBeHidden();
  await expectNoFaults(page);
});

for (const width of [375, 1280, 1440]) {
  test(`on a screen of ${width} pixels the button shifts nothing and does not cover the end of the page @all`, async ({
    page,
  }) => {
    const release = await holdRequests(page, "**/widget/hark");
    await page.setViewportSize({ width, height: 700 });
    await page.goto("/");
    await page.evaluate(async () => {
      await document.fonts.ready;
      const count = (entries: PerformanceEntryList) => (window.shifts += entries.length);
      const observer = new PerformanceObserver((list) => count(list.getEntries()));
      window.shifts = 0;
      window.shiftsByNow = () => count(observer.takeRecords());
      observer.observe({ type: "layout-shift" });
    });
    release();
    await expect(invitationOn(page)).toBeVisible();
    await expect(buttonOf(page, "Start voice chat")).toBeVisible();
    // After a frame was painted, all layout shifts are reported.
    const shifts = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return window.shiftsByNow();
    });
    expect(shifts).toBe(0);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const frame = must(await page.locator("iframe").boundingBox(), "frame");
    const footer = page.getByRole("contentinfo");
    for (const part of [...(await footer.getByRole("link").all()), footer.getByRole("combobox")]) {
      const box = must(await part.boundingBox(), "part of the footer");
      expect(box.y + box.height <= frame.y || frame.y + frame.height <= 0).toBe(true);
    }
  });
}

/** The texts of what the button's frame lies on. */
async function coveredBy(page: Page): Promise<(string | null)[]> {
  const frame = must(await page.locator("iframe").boundingBox(), "frame");
  return await page.evaluate(
    ({ x, y, width, height }) =>
      [...document.querySelectorAll("main :is(h1, h2, h3, p, a, button, img, article)")]
        .map((part) => ({ part, box: part.getBoundingClientRect() }))
        .filter(({ box }) => box.left < x + width && x < box.right)
        .filter(({ box }) => box.top < y + height && y < box.bottom)
        .map(({ part }) => part.textContent),
    frame,
  );
}

for (const width of [320, 375, 768, 1024, 1280, 1327]) {
  test(`on a screen of ${width} pixels the button has a place of its own, and lies on nothing @all`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    await page.goto("/");
    await expect(buttonOf(page, "Start voice chat")).toBeVisible();
    await expect(invitationOn(page)).toBeVisible();
    expect(await coveredBy(page)).toEqual([]);
    await page.getByRole("heading", { name: "Pricing" }).scrollIntoViewIfNeeded();
    await expect(page.locator("iframe")).not.toBeInViewport();
  });
}

test("on a wide screen the button stays in the corner, and lies beside the content @all", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1328, height: 700 });
  await page.goto("/");
  await expect(buttonOf(page, "Start voice chat")).toBeVisible();
  expect(await coveredBy(page)).toEqual([]);
  await page.locator("#pricing article").first().scrollIntoViewIfNeeded();
  await expect(page.locator("iframe")).toBeInViewport();
  expect(await coveredBy(page)).toEqual([]);
});

test("the button disappears on other pages and returns on the landing page @all", async ({
  page,
}) => {
  await page.goto("/");
  await expect(invitationOn(page)).toBeVisible();
  await page.getByRole("link", { name: "Privacy" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy");
  await expect(page.locator("iframe")).toHaveCount(0);
  await page.goBack();
  await expect(invitationOn(page)).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(1);
});

/** Opens the page, and lets it find out that there is nobody to talk to. */
async function expectWithoutIt(page: Page): Promise<void> {
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  const response = page.waitForResponse((answer) => answer.request().method() === "HEAD");
  await page.goto("/");
  expect((await response).ok()).toBe(true);
  await page.evaluate(
    async () => await new Promise((resolve) => requestIdleCallback(() => resolve(undefined))),
  );
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("iframe, script[src='/embed.js']")).toHaveCount(0);
  await expect(invitationOn(page)).toHaveCount(0);
  expect(logged).toEqual([]);
}

test("with the landing-page assistant turned off, the page shows no button, no invitation and no error @all", async ({
  page,
  stack,
}) => {
  await setVariables(stack, { LANDING_MINUTES_A_DAY: "0" });
  await expectWithoutIt(page);
  await setVariables(stack, { LANDING_MINUTES_A_DAY: "" });
  await page.reload();
  await expect(invitationOn(page)).toBeVisible();
});

test("while the backend is down, the page shows no button, no invitation and no error @all", async ({
  page,
  stack,
}) => {
  await stack.stopBackend();
  await expectWithoutIt(page);
  await stack.startBackend();
  await page.reload();
  await expect(invitationOn(page)).toBeVisible();
});
