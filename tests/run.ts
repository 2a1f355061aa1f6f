/** Everything that has to hold, one step after the other: `npm test`, and `npm run check` for less. */
import { thisMachine } from "./browser.ts";
import { installRecognizer } from "./recognizer.ts";
import { runStep } from "./runner/run-step.ts";
import type { StepResult } from "./runner/run-step.ts";
import { ALL_STEPS, QUICK_STEPS } from "./runner/steps.ts";
import type { Step } from "./runner/steps.ts";
import { add, closingLine, hasSucceeded, NOTHING, ONE_FAILED } from "./runner/tally.ts";

// Who runs the tests at home decides what is installed; continuous integration starts from nothing.
if (process.env.CI !== undefined) {
  await installRecognizer(thisMachine((line) => console.log(line)));
}

const steps = process.argv.includes("--quick") ? QUICK_STEPS : ALL_STEPS;
const broken = new Set<string>();
let total = NOTHING;

for (const step of steps) {
  process.stdout.write(step.name.padEnd(10));
  const startedAt = performance.now();
  const result = await resultOf(step);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6);
  process.stdout.write(
    `${result.isOk ? "ok    " : "FAILED"}${seconds} s   ${counted(step, result)}\n`,
  );
  if (!result.isOk) {
    broken.add(step.name);
    process.stdout.write(`\n${result.output.trim()}\n\n`);
  }
  total = add(total, result.tally);
}

process.stdout.write(`\n${closingLine(total)}\n`);
process.exitCode = hasSucceeded(total) ? 0 : 1;

async function resultOf(step: Step): Promise<StepResult> {
  if (step.needs !== undefined && broken.has(step.needs)) {
    return { tally: ONE_FAILED, isOk: false, output: `Not run, because ${step.needs} failed.` };
  }
  return await runStep(step);
}

function counted({ report }: Step, { tally }: StepResult): string {
  return report === undefined ? "" : closingLine(tally);
}
