import type { Browser, ElementHandle, Page } from "@playwright/test";
import { must } from "@hark/stand-in-kit/must";
import { throttle } from "./condition.ts";
import type { Condition } from "./condition.ts";

export type Typable = Record<"afterPressMs" | "afterOpeningMs", number>;

/** Visitors point at a button before they press it, which some widgets use to load ahead. */
const POINTED_AT_MS = 300;

/**
 * Opens a page with an empty cache, presses a button on it, and waits until a field is painted that can be typed in, by the
 * clocks of the page and its frames.
 */
export async function pressUntilTypable(
  browser: Browser,
  { address, button }: { address: string; button: string },
  condition: Condition,
): Promise<Typable> {
  const context = await browser.newContext();
  await context.addInitScript({ content: NOTE_PRESS_AND_FIELD });
  const page = await context.newPage();
  await throttle(await context.newCDPSession(page), condition);
  await page.goto(address);
  const pressed = await find(page, button);
  await pressed.hover();
  await page.waitForTimeout(POINTED_AT_MS);
  await pressed.click();
  const pressedAtMs = await firstOf(page, "window.pressedAtMs");
  const typableAtMs = await firstOf(page, "window.typableAtMs");
  const openedAtMs = await page.evaluate(() => performance.timeOrigin);
  await context.close();
  return { afterPressMs: typableAtMs - pressedAtMs, afterOpeningMs: typableAtMs - openedAtMs };
}

/** A handle to what the expression gives in the first frame in which it is not null. */
async function find(page: Page, expression: string): Promise<ElementHandle> {
  for (;;) {
    for (const frame of page.frames()) {
      const found = await frame.evaluateHandle<Node | null>(expression);
      const element = found.asElement();
      if (element !== null) return element;
    }
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

/** The panel can be in a frame that does not exist yet. */
async function firstOf(page: Page, expression: string): Promise<number> {
  for (;;) {
    const values = await Promise.all(
      page.frames().map((frame) => frame.evaluate<number | undefined>(expression)),
    );
    const known = values.filter((value) => value !== undefined);
    if (known.length > 0) return must(known[0], expression);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

/** A string, because tsx adds helper calls to nested functions. */
const NOTE_PRESS_AND_FIELD = `{
  const nowMs = () => performance.timeOrigin + performance.now();
  addEventListener("click", () => { window.pressedAtMs ??= nowMs(); }, { capture: true });
  const isTypable = (field) =>
    !field.disabled && field.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    field.getBoundingClientRect().width > 100;
  const hasField = (root) =>
    [...root.querySelectorAll("textarea, input:not([type]), input[type=text]")].some(isTypable) ||
    [...root.querySelectorAll("*")].some(({ shadowRoot }) => shadowRoot !== null && hasField(shadowRoot));
  // Chromium can drop what a frame requested for its next animation frame, if it is shown while its page loads.
  const looking = setInterval(() => {
    if (!hasField(document)) return;
    clearInterval(looking);
    requestAnimationFrame(() => { window.typableAtMs = nowMs(); });
  }, 4);
}`;
