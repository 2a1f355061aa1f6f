/** Updates the data of the local backend to this version: a backup first, then the migrations. */
import { chmod, mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { fileTime, relativePath, saveData } from "./backups.ts";
import { asOperator } from "./deployment.ts";
import { LaunchError } from "./launch-error.ts";
import {
  deployedStates,
  refuseNewer,
  runMigrations,
  unfinishedIn,
  type MigrationState,
  type RunFunction,
} from "./migrations.ts";
import { FORMER_MIGRATIONS, MIGRATIONS } from "../../convex/shared/migrations.ts";
import type { RunningBackend } from "./running-backend.ts";
import { isEmpty, storedData } from "./stored-data.ts";

export const KEPT_BACKUPS = 3;
const POLL_MS = 50;
const UNFINISHED = "unfinished.zip";

export interface DataUpdate {
  /** Runs the migrations that wait. To be called when the functions are pushed. */
  finish(): Promise<void>;
}

/** Call this before the functions are pushed. Refuses data of a newer version. */
export async function beginUpdate(
  backend: RunningBackend,
  { dataFolder, log }: { dataFolder: string; log: (line: string) => void },
): Promise<DataUpdate> {
  const data = `The data in ${relativePath(dataFolder)}`;
  const operator = asOperator(backend);
  const run: RunFunction = (name) =>
    name === "operator:startMigrations" ? operator.mutation(name) : operator.query(name);
  const states = await deployedStates(run);
  refuseNewer(states, data);
  const unfinished = unfinishedIn(states);
  if (unfinished.length === 0) return { finish: async () => undefined };
  const saved = isEmpty(await storedData(backend))
    ? null
    : await backUpOnce(backend, path.join(dataFolder, "backups"), unfinished, log);
  return {
    async finish() {
      if (saved !== null) log("Updating the stored data.");
      try {
        await runMigrations(run, { data, pollMs: POLL_MS, log });
      } catch (error) {
        if (!(error instanceof LaunchError) || saved === null) throw error;
        log(`\n${error.message}\nThe data from before the update is in ${saved}.\n`);
      }
    },
  };
}

/** An update that was interrupted continues with the backup that it made. */
async function backUpOnce(
  backend: RunningBackend,
  folder: string,
  unfinished: readonly MigrationState[],
  log: (line: string) => void,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rm(path.join(folder, UNFINISHED), { force: true });
  const earlier = await backupsIn(folder);
  const prefix = `before-migration-${FORMER_MIGRATIONS.length + MIGRATIONS.length}-`;
  const newest = earlier.at(-1);
  const isResumed = unfinished.some(({ state }) => state !== "waiting");
  if (isResumed && newest?.startsWith(prefix) === true) {
    return relativePath(path.join(folder, newest));
  }
  const target = path.join(folder, `${prefix}${fileTime(new Date())}.zip`);
  log(`Saving the data in ${relativePath(target)} before it is updated.`);
  await saveData(backend, path.join(folder, UNFINISHED));
  await chmod(path.join(folder, UNFINISHED), 0o600);
  await rename(path.join(folder, UNFINISHED), target);
  for (const old of earlier.slice(0, 1 - KEPT_BACKUPS)) await rm(path.join(folder, old));
  return relativePath(target);
}

/** The oldest first. Files with other names are not ours to delete. */
async function backupsIn(folder: string): Promise<string[]> {
  const time = (name: string) => /^before-migration-\d+-([\d-]+)\.zip$/.exec(name)?.[1];
  return (await readdir(folder))
    .filter((name) => time(name) !== undefined)
    .toSorted((a, b) => (time(a) ?? "").localeCompare(time(b) ?? ""));
}
