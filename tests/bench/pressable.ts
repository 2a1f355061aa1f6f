import type { Browser, Request } from "@playwright/test";
import { must } from "@hark/stand-in-kit/must";
import { throttle } from "./condition.ts";
import type { Condition } from "./condition.ts";
import { openUntilPainted } from "./painted.ts";

/** Requests and bytes are those until then, without the page itself. */
export type Visit = Record<"pressableMs" | "requests" | "bytes", number>;

/**
 * Opens a page with an empty cache and waits until a button is painted and has a click listener, by the page's own
 * clock. Painting is measured in another visit, because recording listeners is work for the page.
 */
export async function openUntilPressable(
  browser: Browser,
  { address, button }: { address: string; button: string },
  condition: Condition,
): Promise<Visit> {
  const context = await browser.newContext();
  await context.addInitScript({ content: NOTE_LISTENERS });
  const page = await context.newPage();
  const finished: Request[] = [];
  page.on("requestfinished", (request) => {
    if (request.url() !== address) finished.push(request);
  });
  const session = await context.newCDPSession(page);
  await throttle(session, condition);
  await openUntilPainted(session, { address, isIt: `${button} !== null` });
  const startMs = await page.evaluate(() => performance.timeOrigin);
  const inFrames = page
    .frames()
    .map((frame) => frame.waitForFunction<number | null>(pressableAt(button)));
  const atMs = must(await (await Promise.any(inFrames)).jsonValue(), "when it could be pressed");
  await page.waitForLoadState("load");
  const needed = finished.filter((request) => request.timing().startTime <= atMs);
  const sizes = await Promise.all(needed.map((request) => request.sizes()));
  await context.close();
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  return { pressableMs: atMs - startMs, requests: sizes.length, bytes };
}

/** A string, because tsx adds helper calls to nested functions. */
const NOTE_LISTENERS = `{
  const listenedSince = (window.listenedSince = new WeakMap());
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    const target = this ?? window;
    if (type === "click" && !listenedSince.has(target)) listenedSince.set(target, performance.now());
    return add.call(target, type, ...rest);
  };
}`;

/** Takes the listener nearest to the button: the button itself, or React's root. */
const pressableAt = (button: string) => `(() => {
  const button = ${button};
  const [painted] = performance.getEntriesByName("first-contentful-paint");
  if (button === null || painted === undefined) return null;
  const path = [];
  for (let node = button; node !== null; node = node.parentNode ?? node.host ?? null) path.push(node);
  const listening = [...path, window].find((node) => listenedSince.has(node));
  if (listening === undefined) return null;
  return performance.timeOrigin + Math.max(painted.startTime, listenedSince.get(listening));
})()`;
