/** Saves the backend's data and files in one file and restores them, with the Convex CLI's export and import. */
import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { runCommand } from "./convex-cli.ts";
import { errorCode, LaunchError } from "./launch-error.ts";
import { PROJECT_ROOT } from "./project-root.ts";
import { withBackend } from "./running-backend.ts";
import type { RunningBackend } from "./running-backend.ts";
import { describeData, isEmpty, storedData } from "./stored-data.ts";
import { prepareDataFolder } from "./data-folder.ts";

/** Returns a sentence that says what was saved, and where. */
export async function backUp(dataFolder: string, target: string): Promise<string> {
  if ((await fileSize(path.join(dataFolder, "backend/data.sqlite"))) === null) {
    throw new LaunchError(`There is nothing to save: Hark has not run on ${dataFolder} yet.`);
  }
  if ((await fileSize(target)) !== null) {
    throw new LaunchError(
      `${relativePath(target)} already exists and was not changed. Name another file: npm run backup -- another.zip`,
    );
  }
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  // The backup holds personal data, so nobody else may read it even while it is being written.
  process.umask(0o077);
  return withBackend(dataFolder, async (backend) => {
    const data = await storedData(backend);
    await saveData(backend, target);
    const megabytes = ((await fileSize(target)) ?? 0) / 1e6;
    return [
      `Saved ${describeData(data)} in ${relativePath(target)} (${megabytes.toFixed(1)} MB).`,
      "Only you can read the file, because it holds personal data. To restore it:",
      `  npm run restore -- ${relativePath(target)}`,
    ].join("\n");
  });
}

/** The file is readable as the process's umask or the folder says. */
export async function saveData(backend: RunningBackend, target: string): Promise<void> {
  await runConvexCommand(backend, "saved", ["export", "--include-file-storage", "--path", target]);
}

/** `2026-03-01-142530`, as in a backup's name. */
export function fileTime(time: Date): string {
  const [day = "", clock = ""] = time.toISOString().split(/[T.]/);
  return `${day}-${clock.replaceAll(":", "")}`;
}

/** Replaces everything the backend holds. Requires `mayReplace` unless the backend is empty. */
export async function restore(
  dataFolder: string,
  source: string,
  { mayReplace }: { mayReplace: boolean },
): Promise<string> {
  if ((await fileSize(source)) === null)
    throw new LaunchError(`There is no file ${relativePath(source)}.`);
  await prepareDataFolder(dataFolder);
  return withBackend(dataFolder, async (backend) => {
    const before = await storedData(backend);
    if (!isEmpty(before) && !mayReplace) {
      throw new LaunchError(
        [
          `${relativePath(dataFolder)} holds ${describeData(before)}, which would be lost.`,
          "Save it with `npm run backup`, or replace all of it:",
          `  npm run restore -- ${relativePath(source)} --replace`,
        ].join("\n"),
      );
    }
    await runConvexCommand(backend, "restored", ["import", "--replace-all", "-y", source]);
    return `Restored ${describeData(await storedData(backend))} from ${relativePath(source)}.`;
  });
}

async function runConvexCommand(
  { envFile, closing }: RunningBackend,
  done: string,
  args: string[],
): Promise<void> {
  const { isOk, output } = await runCommand(args, { envFile, closing });
  if (isOk) return;
  throw new LaunchError(
    [`Nothing was ${done}. The Convex CLI said:`, "", ...output.map((line) => `  ${line}`)].join(
      "\n",
    ),
  );
}

async function fileSize(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

export function relativePath(file: string): string {
  const relative = path.relative(PROJECT_ROOT, file);
  return relative.startsWith("..") ? file : relative;
}
