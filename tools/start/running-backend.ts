/** The backend of a data folder: the one that is running, or one that is started for a single task. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startBackend } from "@hark/convex-local";
import { readCliSettings, readIfPresent, writeOwnEnvFile } from "./cli-settings.ts";
import type { CliSettings } from "./cli-settings.ts";
import { createClosing } from "./closing.ts";
import type { Closing } from "./closing.ts";
import { LaunchError } from "./launch-error.ts";
import { findHolder, takeLock } from "./lock.ts";

export interface RunningBackend extends CliSettings {
  /** A file that names the backend to the Convex CLI. */
  envFile: string;
  closing: Closing;
}

/** Runs a task with the backend of an existing data folder, and stops the backend if it was started for this. */
export async function withBackend<T>(
  dataFolder: string,
  task: (backend: RunningBackend) => Promise<T>,
): Promise<T> {
  const closing = createClosing((error) => console.error(String(error)));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => void closing.close().then(() => process.exit(130)));
  }
  try {
    const holder = await findHolder(dataFolder);
    const running =
      holder === null
        ? await startFor(dataFolder, closing)
        : await findRunning(dataFolder, holder.address);
    return await task({ ...running, closing });
  } finally {
    await closing.close();
  }
}

async function findRunning(dataFolder: string, address: string) {
  const envFile = path.join(dataFolder, "convex.env");
  const settings = readCliSettings((await readIfPresent(envFile)) ?? "");
  if (settings !== null) return { ...settings, envFile };
  throw new LaunchError(
    `Hark is starting on ${dataFolder} at ${address}. Try again when it is ready.`,
  );
}

async function startFor(dataFolder: string, closing: Closing) {
  const lock = await takeLock(dataFolder, "a backup or a restore");
  closing.add(() => lock.release());
  const backend = await startBackend({
    dataFolder: path.join(dataFolder, "backend"),
    port: 0,
    sitePort: 0,
    // Scheduled functions need the vendors' stand-ins, which do not run here.
    runsScheduled: false,
    log: (line) => console.error(line),
  });
  closing.add(() => backend.close());
  // Not the data folder's own file, which says where Hark normally runs.
  const folder = await mkdtemp(path.join(tmpdir(), "hark-cli-"));
  closing.add(() => rm(folder, { recursive: true, force: true }));
  const { url, adminKey } = backend;
  return { url, adminKey, envFile: await writeOwnEnvFile(folder, { url, adminKey }) };
}
