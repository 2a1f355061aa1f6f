import path from "node:path";
import type { ReportFormat } from "./report.ts";

export interface Step {
  name: string;
  /** A script below node_modules, run with this Node, and its arguments. */
  command: [script: string, ...args: string[]];
  env?: Record<string, string>;
  /** Where the tool writes which tests ran; a step without one counts as one check. */
  report?: { format: ReportFormat; file: string };
  /** The name of an earlier step without which this one cannot run. */
  needs?: string;
  /** A step that hangs fails with what it printed so far, while the whole run still has time. */
  limitMinutes?: number;
}

const RESULTS = "test-results";
export const BUILD_FOLDER = path.join(RESULTS, "build");

const LINT: Step = { name: "lint", command: ["oxlint/bin/oxlint"] };
const CONVEX_LINT: Step = {
  name: "lint convex",
  command: [
    "eslint/bin/eslint.js",
    ".",
    "--max-warnings=0",
    "--cache",
    "--cache-strategy=content",
    "--cache-location=node_modules/.cache/eslint/",
  ],
};
const TYPES: Step = { name: "types", command: ["typescript-native/bin/tsc", "--build"] };
const FORMAT: Step = {
  name: "format",
  command: ["prettier/bin/prettier.cjs", "--check", "--cache", "--cache-strategy=content", "."],
};
const UNUSED: Step = { name: "unused", command: ["knip/bin/knip.js"] };
const UNIT = vitest("unit", ["unit-node", "unit-dom"]);
/** What takes half of the unit tests' time and is seldom what a change is about. */
const SLOW_UNITS = [
  "lint/planted.test.ts",
  "local/voice/{documents,speech}/*.test.ts",
  "convex/{auth,model/accounts/passwordHash}.test.ts",
];
const QUICK_UNIT: Step = {
  ...UNIT,
  command: [...UNIT.command, ...SLOW_UNITS.map((files) => `--exclude=${files}`)],
};
const BUILD: Step = {
  name: "build",
  command: ["vite/bin/vite.js", "build", "--manifest", "--outDir", BUILD_FOLDER],
  env: { VITE_CONVEX_URL: "https://backend.invalid" },
};
const BUDGETS: Step = { ...vitest("budgets", ["budgets"]), needs: BUILD.name };
const BROWSER: Step = {
  name: "browser",
  command: ["@playwright/test/cli.js", "test"],
  report: { format: "playwright", file: path.join(RESULTS, "browser.json") },
  needs: BUILD.name,
};

const SOAK_ENGINES: Step = {
  ...BROWSER,
  name: "soak engines",
  command: [...BROWSER.command, "--project=engines"],
  env: { HARK_SOAK: "1" },
};

/** Lists of steps that run beside each other; within a list, one after the other. */
export type Stage = Step[][];

// Each of these keeps one processor busy. The later ones have workers of their own, for two.
const STATIC: Stage = [
  [LINT, FORMAT],
  [TYPES, CONVEX_LINT, UNUSED],
];

export const QUICK_STAGES: Stage[] = [STATIC, [[QUICK_UNIT]]];

export const ALL_STAGES: Stage[] = [
  [...STATIC, [BUILD, BUDGETS]],
  [[UNIT]],
  [[vitest("contract", ["contract"])]],
  [[vitest("product", ["product"])]],
  [[BROWSER]],
];

/** What is long by nature: tests that `npm test` runs with a fraction of the rounds and rows. */
export const SOAK_STAGES: Stage[] = [
  [[soak("contract", ["tests/contract/doors", "tests/contract/crash"])]],
  [[soak("product")]],
  [[SOAK_ENGINES]],
];

/** All of a project's files, unless some are named: not every project is long by nature. */
function soak(project: string, files: string[] = []): Step {
  const step = vitest(`soak ${project}`, [project]);
  const command: Step["command"] = [...step.command, ...files];
  return { ...step, command, env: { HARK_SOAK: "1" }, limitMinutes: 60 };
}

function vitest(name: string, projects: string[]): Step {
  const file = path.join(RESULTS, `${name.replace(" ", "-")}.json`);
  return {
    name,
    command: [
      "vitest/vitest.mjs",
      "run",
      ...projects.flatMap((project) => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ],
    report: { format: "vitest", file },
  };
}
