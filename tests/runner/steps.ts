/** The steps of each test command. CONTRIBUTING.md says why. */
import path from "node:path";
import type { ReportFormat } from "./report.ts";

export interface Step {
  name: string;
  /** A script below node_modules, run with this Node, and its arguments. */
  command: [script: string, ...args: string[]];
  env?: Record<string, string>;
  /** Where the tool writes its test report. A step without one counts as one check. */
  report?: { format: ReportFormat; file: string };
  /** The name of an earlier step that must have passed. */
  needs?: string;
  /** Skipped, and listed as such, if no Chromium can be found or installed. */
  needsBrowser?: true;
  /** How many of the two slots it takes: both if its workers keep two processors busy. */
  slots: 1 | 2;
  /** A step that takes longer fails with its output so far. */
  limitMinutes?: number;
}

const RESULTS = "test-results";
export const BUILD_FOLDER = path.join(RESULTS, "build");

/** One run of the type checker for both. `npm run typecheck` and `npm run test:all` run the compiler itself. */
const LINT_AND_TYPES: Step = {
  name: "lint and types",
  command: ["oxlint/bin/oxlint", "--type-check"],
  slots: 1,
};
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
  slots: 1,
};
const TYPES: Step = { name: "types", command: ["typescript-native/bin/tsc", "--build"], slots: 1 };
const FORMAT: Step = {
  name: "format",
  command: ["prettier/bin/prettier.cjs", "--check", "--cache", "--cache-strategy=content", "."],
  slots: 1,
};
const UNUSED: Step = { name: "unused", command: ["knip/bin/knip.js"], slots: 1 };

const UNIT = { projects: ["unit-node", "unit-dom"] };
const BUILD: Step = {
  name: "build",
  command: ["vite/bin/vite.js", "build", "--manifest", "--outDir", BUILD_FOLDER],
  env: { VITE_CONVEX_URL: "https://backend.invalid" },
  slots: 1,
};
const BUDGETS: Step = {
  ...beside(vitest("budgets", { projects: ["budgets"] })),
  needs: BUILD.name,
};

/** `npm run check`. */
export const QUICK_STEPS: Step[] = [LINT_AND_TYPES, vitest("unit", { ...UNIT, part: "quick" })];

/** `npm test`. The quickest to fail comes first. */
export const USUAL_STEPS: Step[] = [
  BUILD,
  LINT_AND_TYPES,
  CONVEX_LINT,
  BUDGETS,
  vitest("unit", { ...UNIT, part: "usual" }),
  vitest("contract", { projects: ["contract"], part: "usual" }),
  vitest("product", { projects: ["product"], part: "usual" }),
  playwright("browser", { part: "usual" }),
];

/** `npm run test:all`: everything that `npm test` leaves out. */
export const REST_STEPS: Step[] = [
  BUILD,
  TYPES,
  FORMAT,
  UNUSED,
  beside(vitest("unit rest", { projects: ["unit-node"], part: "rest" })),
  vitest("contract rest", { projects: ["contract"], part: "rest" }),
  vitest("product rest", { projects: ["product"], part: "rest" }),
  vitest("product again", { projects: ["product-again"] }),
  playwright("browser rest", { part: "rest" }),
  vitest("machines", { projects: ["machines"] }),
];

/** `npm run test:soak`: long-running tests at full size. */
export const SOAK_STEPS: Step[] = [
  soak(vitest("soak contract", { projects: ["contract"] }), [
    "tests/contract/doors",
    "tests/contract/crash",
    "tests/verify/smoke",
  ]),
  soak(vitest("soak product", { projects: ["product"] })),
  soak(playwright("soak engines", {}), ["--project=engines"]),
];

/** For steps that often wait: leaves a slot for another step. */
function beside(step: Step): Step {
  return { ...step, slots: 1 };
}

function soak(step: Step, files: string[] = []): Step {
  const command: Step["command"] = [...step.command, ...files];
  return { ...step, command, env: { ...step.env, HARK_SOAK: "1" }, limitMinutes: 60 };
}

/** Which tests of a project run; all if missing. See tests/runner/parts.ts. */
interface Part {
  part?: "quick" | "usual" | "rest";
}

interface VitestStep extends Part {
  projects: string[];
}

function vitest(name: string, { projects, part }: VitestStep): Step {
  const file = path.join(RESULTS, `${name.replaceAll(" ", "-")}.json`);
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
    env: envOf(part),
    report: { format: "vitest", file },
    slots: 2,
  };
}

function playwright(name: string, { part }: Part): Step {
  const file = path.join(RESULTS, `${name.replaceAll(" ", "-")}.json`);
  return {
    name,
    command: ["@playwright/test/cli.js", "test"],
    env: { HARK_BROWSER_REPORT: file, ...envOf(part) },
    report: { format: "playwright", file },
    needs: BUILD.name,
    needsBrowser: true,
    slots: 2,
  };
}

function envOf(part: Part["part"]): Record<string, string> {
  return part === undefined ? {} : { HARK_TEST_PART: part };
}
