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
 * Records the browser's tasks. The returned function tells how long the main thread of the one open page was busy
 * within a span. A counter that is read after painting would include later work.
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
    // The browser has a second, idle renderer ready.
    return Math.max(...busyMs.values());
  };
}

const TASK = "ThreadControllerImpl::RunTask";
