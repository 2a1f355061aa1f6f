/** Runs the migrations of a deployment's data and watches them. docs/operations.md says how to write one. */
import { setTimeout as sleep } from "node:timers/promises";
import { FORMER_MIGRATIONS, MIGRATIONS } from "../../convex/shared/migrations.ts";
import { LaunchError } from "./launch-error.ts";

export interface MigrationState {
  name: string;
  state: "waiting" | "running" | "stopped" | "done";
  /** The rows that it has gone through. */
  rows: number;
  error: string | null;
}

/** Calls one of the operator's functions at the deployment. */
export type RunFunction = (
  name: "operator:migrationStates" | "operator:startMigrations",
) => Promise<unknown>;

const LOG_EVERY_MS = 5_000;

/** Asks the functions that are deployed now, which may be older or newer than these. */
export async function deployedStates(run: RunFunction): Promise<MigrationState[]> {
  try {
    return (await run("operator:migrationStates")) as MigrationState[];
  } catch (error) {
    // Nothing is deployed, or functions from before the first migration.
    if (String(error).includes("Could not find function")) return [];
    throw error;
  }
}

/**
 * Older functions could not read the data of newer ones. A newer migration that has not begun is no reason: its functions
 * are still deployed after a backup from before the update was restored.
 */
export function refuseNewer(states: readonly MigrationState[], data: string): void {
  const known = new Set<string>([...MIGRATIONS, ...FORMER_MIGRATIONS]);
  const unknown = states
    .filter(({ name, state }) => !known.has(name) && state !== "waiting")
    .map(({ name }) => name);
  if (unknown.length === 0) return;
  throw new LaunchError(
    [
      `${data} was written by a newer version of Hark, and this version cannot read it. Nothing was changed.`,
      `This version does not know: ${unknown.join(", ")}.`,
      "Use the newer version, or restore a backup from before its update.",
    ].join("\n"),
  );
}

/** The migrations of this version that are not done. */
export function unfinishedIn(states: readonly MigrationState[]): MigrationState[] {
  return MIGRATIONS.map(
    (name): MigrationState =>
      states.find((one) => one.name === name) ?? { name, state: "waiting", rows: 0, error: null },
  ).filter(({ state }) => state !== "done");
}

export interface WatchOptions {
  /** What a message calls the data. */
  data: string;
  pollMs: number;
  log: (line: string) => void;
}

/** Returns when all migrations are done. Throws if one stops; the next call continues it. */
export async function runMigrations(
  run: RunFunction,
  { data, pollMs, log }: WatchOptions,
): Promise<void> {
  let loggedMs = performance.now();
  for (let isRunning = false; ;) {
    // Starting also continues what was interrupted, and a migration whose turn has come.
    const states = (await run(
      isRunning ? "operator:migrationStates" : "operator:startMigrations",
    )) as MigrationState[];
    refuseNewer(states, data);
    const unfinished = unfinishedIn(states);
    if (unfinished.length === 0) return;
    const stopped = unfinished.find(({ state }) => state === "stopped");
    if (stopped !== undefined) throw new LaunchError(stoppedText(stopped));
    const running = unfinished.find(({ state }) => state === "running");
    isRunning = running !== undefined;
    if (running !== undefined && performance.now() - loggedMs > LOG_EVERY_MS) {
      loggedMs = performance.now();
      log(`${running.name} has updated ${running.rows.toLocaleString("en-US")} rows so far.`);
    }
    await sleep(pollMs);
  }
}

function stoppedText({ name, rows, error }: MigrationState): string {
  return [
    `Updating the stored data stopped. ${name} had gone through ${rows.toLocaleString("en-US")} rows:`,
    "",
    `  ${error ?? "It was cancelled."}`,
    "",
    "Nothing is lost: Hark works with updated rows and with the others. The next start or deploy continues.",
  ].join("\n");
}
