/** Runs one of our scripts on its own thread, where it cannot block the event loop or exceed its memory limits. */
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { WorkerOptions } from "node:worker_threads";
import { bundle } from "./bundle.ts";

export type ThreadOptions = Pick<WorkerOptions, "resourceLimits" | "transferList" | "workerData">;

// Bundling takes longer than starting a thread, and scripts do not change while the process runs.
const bundles = new Map<string, Promise<string>>();

/** Bundled first, because otherwise each thread would load the TypeScript loader again. */
export async function startThread(script: URL, options: ThreadOptions = {}): Promise<Worker> {
  const file = fileURLToPath(script);
  const bundling = bundles.get(file) ?? bundle(file, { where: "worker" });
  bundles.set(file, bundling);
  // The process's own arguments may name a loader that the bundled script does not need.
  return new Worker(await bundling, { ...options, eval: true, execArgv: [] });
}
