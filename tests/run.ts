/** Everything that has to hold: `npm test`; `npm run check` for less, `npm run test:soak` for the long runs. */
import { thisMachine } from "./browser.ts";
import { installPackages } from "./packages.ts";
import { slowest } from "./runner/report.ts";
import type { FileTime } from "./runner/report.ts";
import { runStep } from "./runner/run-step.ts";
import type { StepResult } from "./runner/run-step.ts";
import { ALL_STAGES, QUICK_STAGES, SOAK_STAGES } from "./runner/steps.ts";
import type { Step } from "./runner/steps.ts";
import { add, closingLine, hasSucceeded, NOTHING, ONE_FAILED } from "./runner/tally.ts";

const SLOWEST_FILES = 10;

// Who runs the tests at home decides what is installed; continuous integration starts from nothing.
if (process.env.CI !== undefined) {
  await installPackages(thisMachine((line) => console.log(line)));
}

const broken = new Set<string>();
const files: FileTime[] = [];
const failures: string[] = [];
let total = NOTHING;

const startedAt = performance.now();
for (const stage of stagesAskedFor()) {
  await Promise.all(stage.map(runInOrder));
}

// Whoever has only the end of what was printed knows what to look for.
for (const failure of failures) console.log(`FAILED   ${failure}`);
for (const { file, seconds } of slowest(files, SLOWEST_FILES)) {
  console.log(`${inSeconds(seconds)}   ${file}`);
}
console.log(`${inSeconds(secondsSince(startedAt))}   in all`);
console.log(`\n${closingLine(total)}`);
process.exitCode = hasSucceeded(total) ? 0 : 1;

function stagesAskedFor() {
  if (process.argv.includes("--quick")) return QUICK_STAGES;
  return process.argv.includes("--soak") ? SOAK_STAGES : ALL_STAGES;
}

async function runInOrder(steps: Step[]): Promise<void> {
  for (const step of steps) {
    const begunAt = performance.now();
    const result = await resultOf(step);
    if (!result.isOk) broken.add(step.name);
    files.push(...result.files);
    failures.push(...(result.isOk ? [] : named(step, result)));
    total = add(total, result.tally);
    tell(step, result, secondsSince(begunAt));
  }
}

async function resultOf(step: Step): Promise<StepResult> {
  if (step.needs !== undefined && broken.has(step.needs)) {
    const output = `Not run, because ${step.needs} failed.`;
    return { tally: ONE_FAILED, isOk: false, output, files: [], skipped: [], failed: [] };
  }
  return await runStep(step);
}

function named({ name }: Step, { failed }: StepResult): string[] {
  return failed.length === 0 ? [name] : failed.map((test) => `${name}: ${test}`);
}

/** In one piece, since steps run beside each other. */
function tell({ name, report }: Step, result: StepResult, seconds: number): void {
  const { isOk, output, tally, skipped } = result;
  const counted = report === undefined ? "" : closingLine(tally);
  const line = `${name.padEnd(14)}${isOk ? "ok    " : "FAILED"}${inSeconds(seconds)}   ${counted}`;
  const lines = [line.trimEnd(), ...skipped.map((test) => `${" ".repeat(14)}skipped: ${test}`)];
  console.log(isOk ? lines.join("\n") : `${lines.join("\n")}\n\n${output.trim()}\n`);
}

function secondsSince(momentMs: number): number {
  return (performance.now() - momentMs) / 1000;
}

function inSeconds(seconds: number): string {
  return `${seconds.toFixed(1).padStart(7)} s`;
}
