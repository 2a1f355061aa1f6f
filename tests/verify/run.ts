/** `npm run verify`: runs the contract cases against the real vendors. */
import { createInterface } from "node:readline/promises";
import { interruption } from "./interruption.ts";
import { record } from "./record.ts";
import type { CaseResult } from "./record.ts";
import { runCases } from "./run-cases.ts";
import type { Outcome } from "./run-cases.ts";
import { newRunId } from "./run-id.ts";
import { readSettings, Refusal } from "./settings.ts";
import type { Settings } from "./settings.ts";
import { calComStage } from "./stages/calCom.ts";
import { convexStages } from "./stages/convex.ts";
import { messengersStage } from "./stages/messengers.ts";
import { stripeStage } from "./stages/stripe.ts";
import { turnstileStage } from "./stages/turnstile.ts";
import { vapiStage } from "./stages/vapi.ts";
import type { Stage } from "./stages/stage.ts";

try {
  process.exitCode = await verify(readSettings(process.argv.slice(2), process.env));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function verify(settings: Settings): Promise<number> {
  const run = newRunId();
  const all = await stagesOf(settings, run);
  if (settings.isClean) {
    for (const stage of all) await stage.cleanAll();
    return 0;
  }
  const { parts } = settings;
  const stages = all.filter(({ name }) => parts.length === 0 || parts.includes(name));
  for (const stage of stages) await stage.check();
  console.log(`This run is ${run}.\n`);
  for (const { name, plan } of stages) console.log(`${name}: ${plan}\n`);
  if (!settings.isYes && !(await isAgreed())) return 2;

  const results: CaseResult[] = [];
  let isWhole = true;
  for (const stage of stages) {
    if (interruption.signal.aborted) break;
    if (stage.files.length === 0) continue;
    const outcome = await runStage(stage, settings);
    results.push(...outcome.results);
    isWhole &&= outcome.isWhole;
  }
  return report(results, isWhole);
}

async function stagesOf(settings: Settings, run: string): Promise<Stage[]> {
  const { convex, stripe, vapi, turnstile, calCom, messengers, mayCall, timeoutMs } = settings;
  const product = { run, timeoutMs, vendors: { stripe, vapi, mayCall } };
  return [
    ...(convex === undefined ? [] : await convexStages(convex, product)),
    ...(stripe === undefined ? [] : [stripeStage(stripe, run)]),
    ...(vapi === undefined ? [] : [vapiStage(vapi, { run, mayCall })]),
    ...(turnstile === undefined ? [] : [turnstileStage(turnstile, run)]),
    ...(calCom === undefined ? [] : [calComStage(calCom, run)]),
    ...(messengers === undefined ? [] : [messengersStage(messengers, run)]),
  ];
}

async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new Refusal("Nobody can confirm. Use --yes to start without a confirmation.");
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Begin? (yes/no) ", interruption);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Runs a stage, and removes what it created in any case. */
async function runStage(stage: Stage, { only, folder }: Settings): Promise<Outcome> {
  try {
    const remote = await stage.begin();
    const outcome = await runCases({ files: stage.files, only }, remote);
    await record(folder, outcome.results);
    return outcome;
  } finally {
    console.log(`${stage.name}: removing what this run has created.`);
    await stage.clean();
  }
}

function report(results: readonly CaseResult[], isWhole: boolean): number {
  const count = (wanted: CaseResult["result"]) =>
    results.filter(({ result }) => result === wanted).length;
  const failed = count("failed");
  console.log(`\n${count("passed")} passed, ${failed} failed, ${count("not run")} not run`);
  if (interruption.signal.aborted) return 130;
  return failed === 0 && isWhole && results.length > 0 ? 0 : 1;
}
