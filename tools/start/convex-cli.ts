/** The official Convex CLI, unmodified, pointed at the local backend. */
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { inOwnTimeZone } from "@hark/stand-in-kit/time-zone";
import { exitCode, forEachLine, quoted, runScript, startScript } from "./child-process.ts";
import type { ScriptResult, ScriptRun } from "./child-process.ts";
import type { Closing } from "./closing.ts";
import { readIfPresent } from "./cli-settings.ts";
import { LaunchError } from "./launch-error.ts";
import { PROJECT_ROOT } from "./project-root.ts";

const CLI = "convex/bin/main.js";

/** The folders whose content a push depends on. */
export const FUNCTION_FOLDERS = ["convex"];

// Hides the CLI's messages about changes to the file, because we undo these changes.
const ENV_LOCAL_MESSAGES = /^(Saved|Removed) .* \.env\.local$/;

export interface CliRun {
  /** A file with the two variables that name the backend. */
  envFile: string;
  closing: Closing;
  /** Standard input of the command. */
  input?: string;
}

/**
 * Pushes `convex/` once. `deploy` rather than `dev --once`, because `dev` rewrites `.env.local`,
 * where the developer may have named a deployment of their own, and `convex/_generated`.
 */
export async function pushFunctions({ envFile, closing }: CliRun): Promise<void> {
  // The confirmations protect a production deployment's large indexes. Nobody can confirm here.
  const { isOk, output } = await runCommand(
    [
      "deploy",
      "--codegen=disable",
      "--typecheck=disable",
      "--skip-large-indexes-check",
      "--allow-unstaging-schema",
    ],
    { envFile, closing },
  );
  if (isOk) return;
  throw new LaunchError(
    `The functions in convex/ could not be pushed to the local backend. The Convex CLI said:\n\n${quoted(output)}`,
  );
}

/** Runs one command and returns its output, also if it failed. */
export async function runCommand(args: string[], run: CliRun): Promise<ScriptResult> {
  return await runScript(toScriptRun(args, run));
}

/** Pushes `convex/` now and after every change. Resolves after the first successful push. */
export async function watchFunctions(
  { envFile, closing }: CliRun,
  log: (line: string) => void,
): Promise<void> {
  // `convex dev` puts its own variables into .env.local and removes CONVEX_DEPLOYMENT from it.
  const envLocal = path.join(PROJECT_ROOT, ".env.local");
  const before = await readIfPresent(envLocal);
  const restore = async () => {
    if ((await readIfPresent(envLocal)) === before) return;
    await (before === null ? rm(envLocal) : writeFile(envLocal, before));
  };
  closing.add(restore);
  const child = startScript(toScriptRun(["dev", "--typecheck=disable"], { envFile, closing }));
  await new Promise<void>((resolve, reject) => {
    forEachLine(child, (line) => {
      if (!ENV_LOCAL_MESSAGES.test(line)) log(line);
      if (line.includes("Convex functions ready")) resolve();
    });
    void exitCode(child).then(() => reject(new LaunchError("The Convex CLI stopped watching.")));
  });
  await restore();
}

function toScriptRun(args: string[], { envFile, closing, input }: CliRun): ScriptRun {
  return {
    script: CLI,
    args: [...args, "--env-file", envFile],
    env: cliEnvironment(process.env),
    closing,
    ...(input === undefined ? {} : { input }),
  };
}

function cliEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(inOwnTimeZone(env)).filter(([name]) => !name.startsWith("CONVEX_"));
  return {
    ...Object.fromEntries(own),
    // Keeps the CLI from asking questions and from reporting errors over the network.
    CI: "1",
    CONVEX_VERSION_API_ORIGIN: "http://127.0.0.1:9",
  };
}
