import { must } from "@hark/stand-in-kit/must";
import type { Session } from "./plain-page.ts";

const PATIENCE_MS = 30_000;

interface Shown {
  address: string;
  /** A JavaScript expression that is true in the page, or a frame of it, if the expected content was painted. */
  isIt: string;
}

/** In milliseconds of a monotonic clock. */
export interface Span {
  fromMs: number;
  toMs: number;
}

/** Opens a page and returns when that began and when the page, or a frame of it, was first painted, according to the
 * browser (first-contentful-paint, https://www.w3.org/TR/paint-timing/). A script in the page would add work, and would
 * notice the paint only in the next animation frame, up to 17 ms later.
 */
export async function openUntilPainted(session: Session, { address, isIt }: Shown): Promise<Span> {
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
  await session.send("Page.navigate", { url: address });
  const toMs = await painted;
  if (!(await isSomewhere(session, isIt))) {
    throw new Error(`Something else was painted first on ${address}`);
  }
  const { metrics } = await session.send("Performance.getMetrics");
  const start = must(
    metrics.find(({ name }) => name === "NavigationStart"),
    "when it began",
  );
  return { fromMs: 1000 * start.value, toMs };
}

async function isSomewhere(session: Session, expression: string): Promise<boolean> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const frames = [frameTree, ...(frameTree.childFrames ?? [])];
  const answers = frames.map(async ({ frame }) => {
    const world = await session.send("Page.createIsolatedWorld", { frameId: frame.id });
    const { result } = await session.send("Runtime.evaluate", {
      expression,
      contextId: world.executionContextId,
    });
    return result.value === true;
  });
  return (await Promise.all(answers)).includes(true);
}
