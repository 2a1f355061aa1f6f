/** Tracks the tools that a run starts, and ends all of them with it. */
import { spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** How long a tool may take to end before it is killed. */
const GRACE_PERIOD_MS = 5_000;
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

const running = new Set<ChildProcess>();

/** For child processes that lead their own process group. */
export function track(child: ChildProcess): void {
  running.add(child);
  child.once("close", () => running.delete(child));
}

/** Ends a child process and everything that it started. */
export function endGroup({ pid, exitCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined || exitCode !== null) return;
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"]);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // It has already ended.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Ctrl-C ends all child processes, then this process, with the exit code that shells expect. */
export function endOnSignals(onSignal: () => void): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      onSignal();
      void endAll(signal).then(() => process.exit(EXIT_CODES[signal]));
    });
  }
}

async function endAll(signal: NodeJS.Signals): Promise<void> {
  const closed = [...running].map((child) => once(child, "close"));
  for (const child of running) endGroup(child, signal);
  const late = new Promise((resolve) => setTimeout(resolve, GRACE_PERIOD_MS));
  await Promise.race([Promise.all(closed), late]);
  for (const child of running) endGroup(child, "SIGKILL");
}
