/** Runs a dependency's script in a child process, which ends with this one. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import path from "node:path";
import type { Closing } from "./closing.ts";
import { PROJECT_ROOT } from "./project-root.ts";

const STOP_TIMEOUT_MS = 500;

export interface ScriptRun {
  /** Path below node_modules. */
  script: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  closing: Closing;
  /** Its standard input; empty if missing. */
  input?: string;
}

export interface ScriptResult {
  isOk: boolean;
  /** Lines of standard output and standard error, in order. */
  output: string[];
  /** Standard output alone. */
  printed: string;
}

export function startScript({ script, args, env, closing, input }: ScriptRun): ChildProcess {
  closing.check();
  const file = path.join(PROJECT_ROOT, "node_modules", script);
  const child = spawn(process.execPath, [file, ...args], {
    cwd: PROJECT_ROOT,
    env,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    // Ctrl-C in the terminal reaches the launcher alone, which then stops the script.
    detached: process.platform !== "win32",
  });
  closing.add(() => stop(child));
  child.stdin?.end(input);
  return child;
}

/** Waits until the script ends and returns its output, also if it failed. */
export async function runScript(run: ScriptRun): Promise<ScriptResult> {
  const child = startScript(run);
  const output: string[] = [];
  let printed = "";
  child.stdout?.on("data", (chunk: string) => (printed += chunk));
  forEachLine(child, (line) => output.push(line));
  const code = await exitCode(child);
  run.closing.check();
  return { isOk: code === 0, output, printed };
}

/** Indents the output, to quote it in an error message. */
export function quoted(output: readonly string[]): string {
  return output.map((line) => `  ${line}`.trimEnd()).join("\n");
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = exitCode(child);
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}

export function exitCode(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
    child.once("error", reject);
    // Not "exit", which may come before the last of the output.
    child.once("close", resolve);
  });
}

export function forEachLine(child: ChildProcess, take: (line: string) => void): void {
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
