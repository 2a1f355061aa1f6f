/** One of our scripts on a thread of its own, where it can neither hold the event loop nor outgrow its bounds. */
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { WorkerOptions } from "node:worker_threads";
import { bundle } from "./bundle.ts";

export type ThreadOptions = Pick<WorkerOptions, "resourceLimits" | "transferList" | "workerData">;

// Bundling takes longer than starting, and what is bundled does not change while the process runs.
const bundles = new Map<string, Promise<string>>();

/** Bundled first, since the loader that lets this process run TypeScript would cost every thread its own. */
export async function startThread(script: URL, options: ThreadOptions = {}): Promise<Worker> {
  const file = fileURLToPath(script);
  const bundling = bundles.get(file) ?? bundle(file, { where: "worker" });
  bundles.set(file, bundling);
  // Those of the process may name a loader that the bundled script does not need.
  return new Worker(await bundling, { ...options, eval: true, execArgv: [] });
}
