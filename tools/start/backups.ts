/** Saves what the backend holds in one file, and puts it back: the Convex CLI's export and import. */
import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { runCommand } from "./convex-cli.ts";
import { errorCode, LaunchError } from "./launch-error.ts";
import { PROJECT_ROOT } from "./project-root.ts";
import { withBackend } from "./running-backend.ts";
import type { RunningBackend } from "./running-backend.ts";
import { inWords, isEmpty, storedData } from "./stored-data.ts";
import { prepareDataFolder } from "./data-folder.ts";

/** What was saved, and where, in words. */
export async function backUp(dataFolder: string, target: string): Promise<string> {
  if ((await sizeOf(path.join(dataFolder, "backend/data.sqlite"))) === null) {
    throw new LaunchError(`There is nothing to save: Hark has not run on ${dataFolder} yet.`);
  }
  if ((await sizeOf(target)) !== null) {
    throw new LaunchError(
      `${shown(target)} is there already, and is left as it is. Name another file: npm run backup -- another.zip`,
    );
  }
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  // What is saved holds personal data, also while it is being written.
  process.umask(0o077);
  return withBackend(dataFolder, async (backend) => {
    const data = await storedData(backend);
    await command(backend, "saved", ["export", "--include-file-storage", "--path", target]);
    const megabytes = ((await sizeOf(target)) ?? 0) / 1e6;
    return [
      `Saved ${inWords(data)} in ${shown(target)} (${megabytes.toFixed(1)} MB).`,
      "Only you can read it: it holds personal data. Put it back with:",
      `  npm run restore -- ${shown(target)}`,
    ].join("\n");
  });
}

/** Replaces all that the backend holds, which has to be allowed unless it holds nothing. */
export async function restore(
  dataFolder: string,
  source: string,
  { mayReplace }: { mayReplace: boolean },
): Promise<string> {
  if ((await sizeOf(source)) === null) throw new LaunchError(`There is no file ${shown(source)}.`);
  await prepareDataFolder(dataFolder);
  return withBackend(dataFolder, async (backend) => {
    const before = await storedData(backend);
    if (!isEmpty(before) && !mayReplace) {
      throw new LaunchError(
        [
          `${shown(dataFolder)} holds ${inWords(before)}, which would be lost.`,
          "Save it with `npm run backup`, or replace all of it:",
          `  npm run restore -- ${shown(source)} --replace`,
        ].join("\n"),
      );
    }
    await command(backend, "restored", ["import", "--replace-all", "-y", source]);
    return `Restored ${inWords(await storedData(backend))} from ${shown(source)}.`;
  });
}

async function command(
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

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

function shown(file: string): string {
  const relative = path.relative(PROJECT_ROOT, file);
  return relative.startsWith("..") ? file : relative;
}
