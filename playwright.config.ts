import { defineConfig } from "@playwright/test";
import { browserArguments } from "./tests/browser.ts";
import type { WorkerFixtures } from "./tests/fixtures/test.ts";
import { sized } from "./tests/soak.ts";

const REPORT = process.env.HARK_BROWSER_REPORT ?? "test-results/browser.json";
/** `npm test` or what it leaves to `npm run test:all`: tests/runner/steps.ts. */
const PART = process.env.HARK_TEST_PART;

const STAND_INS = /e2e\/(stripe-pages\.test|voice-platform\/)/;
const TAGGED = {
  ...(PART === "usual" && { grepInvert: /@all/ }),
  ...(PART === "rest" && { grep: /@all/ }),
};

export default defineConfig<object, WorkerFixtures>({
  testDir: "tests/e2e",
  testMatch: "**/*.test.ts",
  outputDir: "test-results/browser",
  workers: 2,
  // A flaky test is a bug to find, not to retry.
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // Only for tests that hang. No test races against the machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // The talk button has two pages: rendered by the functions, and the fallback. CONTRIBUTING.md says which tests run when.
  // For each project a worker starts another Hark. If the shorter project ran last, the other worker would be idle.
  projects: [
    {
      name: "fallback",
      testMatch: PART === "usual" ? "**/fallback.test.ts" : "**/talk-button/**/*.test.ts",
      testIgnore: PART === "rest" ? "**/{rendered,fallback}.test.ts" : "**/rendered.test.ts",
      use: { buttonPage: "fallback" },
    },
    {
      name: "rendered",
      testIgnore: ["**/fallback.test.ts", STAND_INS],
      ...TAGGED,
      use: { buttonPage: "rendered" },
    },
    // These do not need Hark. Among tests that do, they would make Playwright start another Hark.
    { name: "stand-ins", testMatch: STAND_INS, ...TAGGED },
    {
      name: "engines",
      testDir: "tests/engines",
      testMatch: sized({ usual: "**/smoke.test.ts", soak: "**/*.test.ts" }),
      ...(PART === "usual" && { testIgnore: "**" }),
    },
  ],
  globalSetup: "./tests/fixtures/find-browser.ts",
  reporter: [["line"], ["json", { outputFile: REPORT }]],
  use: {
    viewport: { width: 1280, height: 800 },
    // Screenshots and snapshots of every step take a third of the time. `--trace on` turns them on.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
    launchOptions: { args: browserArguments() },
  },
});
