import type { CDPSession, Frame, Page } from "@playwright/test";
import { must } from "../../local/must.ts";

const PATIENCE_MS = 30_000;

/** By the machine's clock, which counts from anywhere. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/**
 * Opens a page, and tells when that began and when it, or a frame in it, first had something on the screen: by the browser's
 * own account (https://www.w3.org/TR/paint-timing/, first-contentful-paint), in which a document without text, picture or
 * drawing has nothing there. No script in the page looks for it, which would be work that is measured along, and could tell
 * no more than when the next frame of animation begins, up to 17 ms later.
 */
export async function openUntilPainted(
  page: Page,
  session: CDPSession,
  { address, isIt }: { address: string; isIt: (frame: Frame) => Promise<boolean> },
): Promise<Span> {
  await session.send("Performance.enable", { timeDomain: "timeTicks" });
  await session.send("Page.enable");
  const painted = new Promise<number>((resolve, reject) => {
    const giveUp = () => reject(new Error(`Nothing was painted on ${address}`));
    setTimeout(giveUp, PATIENCE_MS).unref();
    session.on("Page.lifecycleEvent", ({ name, timestamp }) => {
      if (name === "firstContentfulPaint") resolve(1000 * timestamp);
    });
  });
  await session.send("Page.setLifecycleEventsEnabled", { enabled: true });
  await page.goto(address, { waitUntil: "commit" });
  const toMs = await painted;
  const seen = await Promise.all(page.frames().map(isIt));
  if (!seen.includes(true)) throw new Error(`Something else was painted first on ${address}`);
  const { metrics } = await session.send("Performance.getMetrics");
  const start = must(
    metrics.find(({ name }) => name === "NavigationStart"),
    "when it began",
  );
  return { fromMs: 1000 * start.value, toMs };
}
