import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { readReport } from "../runner/report.ts";
import type { Report, ReportFormat } from "../runner/report.ts";
import { add, NOTHING } from "../runner/tally.ts";
import type { Tally } from "../runner/tally.ts";
import { CASES } from "./restrictions.ts";
import type { Case } from "./restrictions.ts";
import { PROJECT_ROOT, runWithout, whyNoNamespaces } from "./restricted-machine.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hark-machine-"));
});
afterAll(() => rm(folder, { recursive: true }));

const refusal = whyNoNamespaces();
const how = refusal === null ? "" : ` (not run: ${refusal})`;

test.skipIf(refusal !== null).each(CASES)(`the tests pass without $what${how}`, async (machine) => {
  const reports: Report[] = [];
  if (machine.vitest !== undefined) reports.push(await runVitest(machine, machine.vitest));
  if (machine.playwright !== undefined) {
    reports.push(await runPlaywright(machine, machine.playwright));
  }
  const skipped = reports.flatMap((report) => report.skipped);
  expect(reports.flatMap(({ failed }) => failed)).toEqual([]);
  if (machine.skips === null) expect(skipped).toEqual([]);
  else {
    expect(skipped).not.toEqual([]);
    for (const name of skipped) expect(name).toMatch(machine.skips);
  }
  // Some tests must pass, unless a whole browser is missing.
  if (machine.vitest !== undefined) {
    expect(tallyOf(reports).passed).toBeGreaterThan(0);
  }
});

async function runVitest(
  machine: Case,
  { projects, files }: { projects: string[]; files: string[] },
): Promise<Report> {
  const reports: Report[] = [];
  // Projects with different numbers of workers do not run together.
  for (const project of projects) {
    const file = path.join(folder, "vitest.json");
    const args = [
      path.join(PROJECT_ROOT, "node_modules/vitest/vitest.mjs"),
      ...["run", "--project", project, "--passWithNoTests"],
      ...["--reporter=json", `--outputFile.json=${file}`],
      ...files,
    ];
    reports.push(await run(machine, { args, env: {}, format: "vitest", file }));
  }
  return {
    tally: tallyOf(reports),
    files: [],
    skipped: reports.flatMap(({ skipped }) => skipped),
    failed: reports.flatMap(({ failed }) => failed),
  };
}

async function runPlaywright(machine: Case, wanted: string[]): Promise<Report> {
  const file = path.join(folder, "playwright.json");
  const args = [
    path.join(PROJECT_ROOT, "node_modules/@playwright/test/cli.js"),
    ...["test", "--workers=1", ...wanted],
  ];
  return await run(machine, {
    args,
    env: { HARK_BROWSER_REPORT: file },
    format: "playwright",
    file,
  });
}

interface Run {
  args: string[];
  env: Record<string, string>;
  format: ReportFormat;
  file: string;
}

async function run(machine: Case, { args, env, format, file }: Run): Promise<Report> {
  await rm(file, { force: true });
  const { code, output } = await runWithout(machine, args, env);
  const json = await readFile(file, "utf8").catch(() => "");
  const report = must(readReport(format, json), `report of ${args.join(" ")}: ${output}`);
  if (code !== 0 && report.failed.length === 0) report.failed.push(output);
  return report;
}

function tallyOf(reports: Report[]): Tally {
  return reports.map(({ tally }) => tally).reduce(add, NOTHING);
}
