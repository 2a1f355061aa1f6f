import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { Step } from "./steps.ts";
import { NOTHING, ONE_FAILED, readTally } from "./tally.ts";
import type { Tally } from "./tally.ts";

export interface StepResult {
  tally: Tally;
  isOk: boolean;
  /** All that the tool printed. */
  output: string;
}

const ROOT = path.resolve(import.meta.dirname, "../..");

// A step that hangs fails with what it printed so far, while the whole run still has time.
const LIMIT_MS = 15 * 60_000;

export async function runStep(step: Step): Promise<StepResult> {
  // A report of an earlier run must not count for this one.
  if (step.report !== undefined) await rm(path.join(ROOT, step.report.file), { force: true });
  const { code, output } = await run(step);
  const tally = await tallyOf(step, code === 0);
  return { tally, isOk: code === 0 && tally.failed === 0, output };
}

async function tallyOf({ report }: Step, isOk: boolean): Promise<Tally> {
  if (report === undefined) return isOk ? { ...NOTHING, passed: 1 } : ONE_FAILED;
  const json = await readFile(path.join(ROOT, report.file), "utf8").catch(() => "");
  const tally = readTally(report.format, json);
  if (tally === null) return ONE_FAILED;
  // A file that does not even load fails no test, but fails.
  return isOk || tally.failed > 0 ? tally : { ...tally, failed: 1 };
}

function run({ command: [script, ...args], env }: Step): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(ROOT, "node_modules", script), ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    const timer = setTimeout(() => {
      chunks.push(Buffer.from(`\nStopped after ${LIMIT_MS / 60_000} minutes.\n`));
      child.kill("SIGKILL");
    }, LIMIT_MS);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() });
    });
  });
}
