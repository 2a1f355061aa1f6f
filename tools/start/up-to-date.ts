/** Skips a step of a start (the push, the build) if its result is newer than all its inputs. */
import { readdir, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { readIfPresent, withoutCliSettings } from "./cli-settings.ts";

export interface Step {
  projectRoot: string;
  /** Written when the step is done. */
  stampFile: string;
  /** Folders of the project that are inputs. Files in the project's root always are. */
  folders: readonly string[];
  /** All other inputs, and what identifies the result. */
  state: () => unknown;
  run: () => Promise<void>;
}

/** Files in the root that are no inputs. */
const IGNORED_FILES = /\.md$|^LICENSE$/;
/** A start writes the backend's URL into this file, so its content is compared instead of its time. */
const OWN_ENV_FILE = ".env.local";

export async function runUnlessUpToDate(step: Step): Promise<void> {
  if (await isUpToDate(step)) return;
  // The file system's clock lags behind ours by some milliseconds, and sources are stamped by it.
  await writeFile(step.stampFile, "");
  const { mtime: started } = await stat(step.stampFile);
  await step.run();
  await writeFile(step.stampFile, await stampOf(step));
  // Then a source that was changed while the step ran is newer than the stamp.
  await utimes(step.stampFile, started, started);
}

async function isUpToDate(step: Step): Promise<boolean> {
  if ((await readIfPresent(step.stampFile)) !== (await stampOf(step))) return false;
  const { mtimeMs } = await stat(step.stampFile);
  return (await newestChangeMs(step)) < mtimeMs;
}

async function stampOf({ projectRoot, state }: Step): Promise<string> {
  const ownEnv = (await readIfPresent(path.join(projectRoot, OWN_ENV_FILE))) ?? "";
  return JSON.stringify({ state: state(), ownEnv: withoutCliSettings(ownEnv) });
}

async function newestChangeMs({ projectRoot, folders }: Step): Promise<number> {
  const inRoot = (await readdir(projectRoot, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && !IGNORED_FILES.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => name !== OWN_ENV_FILE);
  // npm writes the last one whenever it installs something.
  const files = [...inRoot, "node_modules/.package-lock.json"].map((name) =>
    path.join(projectRoot, name),
  );
  for (const folder of folders) {
    const root = path.join(projectRoot, folder);
    const entries = await readdir(root, { recursive: true });
    // The time of a folder changes when a file in it is added or removed.
    files.push(root, ...entries.map((entry) => path.join(root, entry)));
  }
  const times = await Promise.all(files.map(changedMs));
  return Math.max(...times);
}

async function changedMs(file: string): Promise<number> {
  const found = await stat(file).catch(() => null);
  return found === null ? 0 : Math.max(found.mtimeMs, found.ctimeMs);
}
