import type { Browser } from "@playwright/test";
import type { Span } from "./painted.ts";

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur: number;
  args: { name?: string };
}

/**
 * Records what the browser does until it is asked how long a page's main thread was busy, of which there has to be one page.
 * A count that is read once a page is painted would be that of a moment later, and of what is only done then.
 */
export async function recordTasks(browser: Browser): Promise<(span: Span) => Promise<number>> {
  await browser.startTracing(undefined, { categories: ["toplevel"] });
  return async ({ fromMs, toMs }) => {
    const recorded = await browser.stopTracing();
    const { traceEvents } = JSON.parse(recorded.toString()) as { traceEvents: TraceEvent[] };
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const busyMs = new Map<string, number>();
    for (const event of traceEvents) {
      if (event.name === "thread_name" && event.args.name === "CrRendererMain") {
        busyMs.set(threadOf(event), 0);
      }
    }
    for (const event of traceEvents) {
      const known = busyMs.get(threadOf(event));
      if (known === undefined || event.ph !== "X" || event.name !== TASK) continue;
      const [startMs, endMs] = [event.ts / 1000, (event.ts + event.dur) / 1000];
      const withinMs = Math.min(endMs, toMs) - Math.max(startMs, fromMs);
      if (withinMs > 0) busyMs.set(threadOf(event), known + withinMs);
    }
    // The browser keeps another one ready, which has little to do.
    return Math.max(...busyMs.values());
  };
}

const TASK = "ThreadControllerImpl::RunTask";
