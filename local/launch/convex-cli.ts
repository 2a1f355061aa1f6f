/** The official Convex CLI, unmodified, pointed at the local backend. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { inOwnTimeZone } from "../time-zone.ts";
import type { Closing } from "./closing.ts";
import { readIfPresent } from "./cli-settings.ts";
import { LaunchError } from "./launch-error.ts";
import { PROJECT_ROOT } from "./project-root.ts";

const STOP_WITHIN_MS = 500;

// What the CLI says it did to the file, which is then undone.
const ABOUT_ENV_LOCAL = /^(Saved|Removed) .* \.env\.local$/;

export interface CliRun {
  /** Holds the two variables that name the backend. */
  envFile: string;
  closing: Closing;
}

/**
 * Pushes `convex/` once. `deploy` rather than `dev --once`, because `dev` rewrites `.env.local`,
 * where the reader may keep a deployment of their own, and `convex/_generated`.
 */
export async function pushFunctions({ envFile, closing }: CliRun): Promise<void> {
  // The confirmations guard a production deployment's large indexes; nobody is there to give them.
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
    [
      "The functions in convex/ could not be pushed to the local backend. The Convex CLI said:",
      "",
      ...output.map((line) => `  ${line}`.trimEnd()),
    ].join("\n"),
  );
}

/** Runs one command to its end, and answers with what it printed, failed or not. */
export async function runCommand(
  args: string[],
  run: CliRun,
): Promise<{ isOk: boolean; output: string[] }> {
  const child = startCli(args, run);
  const output: string[] = [];
  forEachLine(child, (line) => output.push(line));
  const code = await exitCode(child);
  run.closing.check();
  return { isOk: code === 0, output };
}

/** Pushes `convex/` now and at every change. Resolves after the first push that works. */
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
  const child = startCli(["dev", "--typecheck=disable"], { envFile, closing });
  await new Promise<void>((resolve, reject) => {
    forEachLine(child, (line) => {
      if (!ABOUT_ENV_LOCAL.test(line)) log(line);
      if (line.includes("Convex functions ready")) resolve();
    });
    void exitCode(child).then(() => reject(new LaunchError("The Convex CLI stopped watching.")));
  });
  await restore();
}

function startCli(args: string[], { envFile, closing }: CliRun): ChildProcess {
  closing.check();
  const bin = path.join(PROJECT_ROOT, "node_modules/convex/bin/main.js");
  const child = spawn(process.execPath, [bin, ...args, "--env-file", envFile], {
    cwd: PROJECT_ROOT,
    env: cliEnvironment(process.env),
    stdio: ["ignore", "pipe", "pipe"],
    // Ctrl-C in the terminal reaches the launcher alone, which then stops the CLI.
    detached: process.platform !== "win32",
  });
  closing.add(() => stop(child));
  return child;
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

async function stop(child: ChildProcess): Promise<void> {
  const exited = exitCode(child);
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
  await exited;
  clearTimeout(timer);
}

function exitCode(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
    child.once("error", reject);
    // Not "exit": the last of the output comes after it.
    child.once("close", resolve);
  });
}

function forEachLine(child: ChildProcess, take: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream?.setEncoding("utf8");
    stream?.on("data", (chunk: string) => {
      const lines = (rest + chunk).split(/\r?\n/);
      rest = lines.pop() ?? "";
      lines.forEach(take);
    });
    stream?.on("end", () => {
      if (rest !== "") take(rest);
    });
  }
}
