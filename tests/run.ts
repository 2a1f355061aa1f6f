/** Runs the tests: `npm test` without an option, `npm run check` with `--quick`, `npm run test:all` with `--all`,
 * `npm run test:soak` with `--soak`.
 */
import { findBrowser, NoBrowserError, thisMachine } from "./browser.ts";
import { missingParts } from "./runner/optional-parts.ts";
import { endOnSignals } from "./runner/processes.ts";
import { showProgress, testsIn } from "./runner/progress.ts";
import { slowest } from "./runner/report.ts";
import type { FileTime } from "./runner/report.ts";
import { runStep } from "./runner/run-step.ts";
import type { StepResult } from "./runner/run-step.ts";
import { runSteps } from "./runner/schedule.ts";
import { QUICK_STEPS, REST_STEPS, SOAK_STEPS, USUAL_STEPS } from "./runner/steps.ts";
import type { Step } from "./runner/steps.ts";
import { add, closingLine, hasSucceeded, NOTHING, ONE_FAILED } from "./runner/tally.ts";

const SLOWEST_FILES = 10;

const steps = stepsToRun();
const failed = new Set<string>();
const files: FileTime[] = [];
const failures: string[] = [];
const skipped: string[] = [];
const outputs = new Map<string, string>();
let done = 0;
let missingBrowser: Promise<string | null> | undefined;
let total = NOTHING;

const startedAt = performance.now();
const progress = showProgress(() => ({
  done,
  all: steps.length,
  tally: total,
  running: [...outputs].map(([name, output]) => ({ name, tests: testsIn(output) })),
}));
endOnSignals(() => {
  progress.stop();
  console.log("Stopping all running steps.");
});

await runSteps(steps, async (step) => {
  const begunAt = performance.now();
  outputs.set(step.name, "");
  const result = await resultOf(step);
  outputs.delete(step.name);
  done += 1;
  if (!result.isOk) {
    failed.add(step.name);
    failures.push(...failuresIn(step, result));
  }
  files.push(...result.files);
  skipped.push(...result.skipped);
  total = add(total, result.tally);
  progress.print(summaryOf(step, result, secondsSince(begunAt)));
});
progress.stop();

// The end of the log lists failed, skipped and slow tests.
for (const test of skipped) console.log(`SKIPPED  ${test}`);
if (skipped.length > 0) for (const part of missingParts()) console.log(`MISSING  ${part}`);
for (const failure of failures) console.log(`FAILED   ${failure}`);
for (const { file, seconds } of slowest(files, SLOWEST_FILES)) {
  console.log(`${inSeconds(seconds)}   ${file}`);
}
console.log(`${inSeconds(secondsSince(startedAt))}   in all`);
console.log(`\n${closingLine(total)}`);
process.exitCode = hasSucceeded(total) ? 0 : 1;

function stepsToRun(): Step[] {
  if (process.argv.includes("--quick")) return QUICK_STEPS;
  if (process.argv.includes("--all")) return REST_STEPS;
  return process.argv.includes("--soak") ? SOAK_STEPS : USUAL_STEPS;
}

async function resultOf(step: Step): Promise<StepResult> {
  if (step.needs !== undefined && failed.has(step.needs)) {
    const output = `Not run, because ${step.needs} failed.`;
    return { tally: ONE_FAILED, isOk: false, output, files: [], skipped: [], failed: [] };
  }
  if (step.needsBrowser === true) {
    missingBrowser ??= lookForBrowser();
    const missing = await missingBrowser;
    if (missing !== null) return skippedFor(step, missing);
  }
  return await runStep(step, (text) => {
    outputs.set(step.name, (outputs.get(step.name) ?? "") + text);
  });
}

/** Null if a browser was found; the tests read its path from the environment. In CI it must be there. */
async function lookForBrowser(): Promise<string | null> {
  try {
    process.env.CHROMIUM_PATH = await findBrowser(thisMachine((line) => progress.print(line)));
    return null;
  } catch (error) {
    if (error instanceof NoBrowserError && process.env.CI === undefined) return error.message;
    throw error;
  }
}

function skippedFor({ name }: Step, reason: string): StepResult {
  const tally = { ...NOTHING, skipped: 1 };
  return { tally, isOk: true, output: "", files: [], skipped: [`${name} (${reason})`], failed: [] };
}

function failuresIn({ name }: Step, result: StepResult): string[] {
  return result.failed.length === 0 ? [name] : result.failed.map((test) => `${name}: ${test}`);
}

function summaryOf({ name, report }: Step, result: StepResult, seconds: number): string {
  const { isOk, output, tally } = result;
  const counted = report === undefined ? "" : closingLine(tally);
  const line = `${name.padEnd(14)}${isOk ? "ok    " : "FAILED"}${inSeconds(seconds)}   ${counted}`;
  return isOk ? line.trimEnd() : `${line.trimEnd()}\n\n${output.trim()}\n`;
}

function secondsSince(momentMs: number): number {
  return (performance.now() - momentMs) / 1000;
}

function inSeconds(seconds: number): string {
  return `${seconds.toFixed(1).padStart(7)} s`;
}
