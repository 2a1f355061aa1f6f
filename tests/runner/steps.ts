import path from "node:path";
import type { ReportFormat } from "./tally.ts";

export interface Step {
  name: string;
  /** A script below node_modules, run with this Node, and its arguments. */
  command: [script: string, ...args: string[]];
  env?: Record<string, string>;
  /** Where the tool writes how many tests ran; a step without one counts as one check. */
  report?: { format: ReportFormat; file: string };
  /** The name of an earlier step without which this one cannot run. */
  needs?: string;
}

const RESULTS = "test-results";
export const BUILD_FOLDER = path.join(RESULTS, "build");

const LINT: Step = { name: "lint", command: ["eslint/bin/eslint.js", ".", "--max-warnings=0"] };
const TYPECHECK: Step = { name: "typecheck", command: ["typescript/bin/tsc", "--build"] };
const FORMAT: Step = { name: "format", command: ["prettier/bin/prettier.cjs", "--check", "."] };
const UNUSED: Step = { name: "unused", command: ["knip/bin/knip.js"] };
const UNIT = vitest("unit", ["unit-node", "unit-dom"]);
const BUILD: Step = {
  name: "build",
  command: ["vite/bin/vite.js", "build", "--manifest", "--outDir", BUILD_FOLDER],
  env: { VITE_CONVEX_URL: "https://backend.invalid" },
};
const BROWSER: Step = {
  name: "browser",
  command: ["@playwright/test/cli.js", "test"],
  report: { format: "playwright", file: path.join(RESULTS, "browser.json") },
  needs: BUILD.name,
};

export const QUICK_STEPS: Step[] = [LINT, TYPECHECK, FORMAT, UNUSED, UNIT];

export const ALL_STEPS: Step[] = [
  ...QUICK_STEPS,
  vitest("contract", ["contract"]),
  vitest("product", ["product"]),
  BUILD,
  { ...vitest("budgets", ["budgets"]), needs: BUILD.name },
  BROWSER,
];

function vitest(name: string, projects: string[]): Step {
  const file = path.join(RESULTS, `${name}.json`);
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
