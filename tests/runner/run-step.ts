import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { endGroup, track } from "./processes.ts";
import { readReport } from "./report.ts";
import type { Report } from "./report.ts";
import type { Step } from "./steps.ts";
import { ONE_FAILED, ONE_PASSED } from "./tally.ts";

export interface StepResult extends Report {
  isOk: boolean;
  /** The tool's whole output. */
  output: string;
}

const ROOT = path.resolve(import.meta.dirname, "../..");
const USUAL_LIMIT_MINUTES = 30;
const EMPTY = { files: [], skipped: [], failed: [] };

/** `onOutput` gets each chunk of the tool's output. */
export async function runStep(step: Step, onOutput: (text: string) => void): Promise<StepResult> {
  // A report of an earlier run must not count.
  if (step.report !== undefined) await rm(path.join(ROOT, step.report.file), { force: true });
  const { code, output } = await run(step, onOutput);
  const report = await reportOf(step, code === 0);
  return { ...report, isOk: code === 0 && report.tally.failed === 0, output };
}

async function reportOf({ report }: Step, isOk: boolean): Promise<Report> {
  if (report === undefined) return { ...EMPTY, tally: isOk ? ONE_PASSED : ONE_FAILED };
  const json = await readFile(path.join(ROOT, report.file), "utf8").catch(() => "");
  const read = readReport(report.format, json) ?? { ...EMPTY, tally: ONE_FAILED };
  // A file that does not load has no failed test, but the tool fails.
  if (isOk || read.tally.failed > 0) return read;
  return { ...read, tally: { ...read.tally, failed: 1 } };
}

function run(
  { command: [script, ...args], env, limitMinutes = USUAL_LIMIT_MINUTES }: Step,
  onOutput: (text: string) => void,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(ROOT, "node_modules", script), ...args], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      // Its own process group can be ended as a whole.
      detached: process.platform !== "win32",
    });
    track(child);
    const pieces: string[] = [];
    const take = (piece: string) => {
      pieces.push(piece);
      onOutput(piece);
    };
    child.stdout.setEncoding("utf8").on("data", take);
    child.stderr.setEncoding("utf8").on("data", take);
    const timer = setTimeout(() => {
      take(`\nStopped after ${limitMinutes} minutes.\n`);
      endGroup(child, "SIGKILL");
    }, limitMinutes * 60_000);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output: pieces.join("") });
    });
  });
}
