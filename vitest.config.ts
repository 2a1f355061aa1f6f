import { defineConfig } from "vitest/config";
import LongestFirst from "./tests/runner/longest-first.ts";
import { filesOf, filesOnEachBackend } from "./tests/runner/parts.ts";
import { isSoak } from "./tests/soak.ts";

const TIMEOUT_MS = isSoak ? 1_800_000 : 600_000;

/** Only for tests that hang. No test races against the machine: tests wait for events. */
const TIMEOUTS = { testTimeout: TIMEOUT_MS, hookTimeout: TIMEOUT_MS };

/** Loading the same modules again for each file would be two thirds of the time of unit tests. */
const UNIT = { ...TIMEOUTS, pool: "threads", isolate: false, maxWorkers: 2 } as const;

/** Half of the time these tests wait for a stand-in, so there is one worker more than there are processors. */
const WITH_BACKEND = {
  ...TIMEOUTS,
  environment: "node",
  globalSetup: ["tests/contract/shared-folder.ts"],
  setupFiles: ["tests/judges/verdict.ts"],
  isolate: false,
  maxWorkers: 3,
  maxConcurrency: 2,
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...UNIT,
          name: "unit-node",
          environment: "node",
          setupFiles: ["./tests/between-node-files.ts"],
          ...filesOf("unit-node", [
            "{convex,packages,tools,lint}/**/*.test.ts",
            "src/**/!(*.dom).test.ts",
            "tests/{*,{bench,fidelity,fixtures,pictures,runner,security}/*,verify/{record,settings}}.test.ts",
          ]),
        },
      },
      {
        extends: "./vite.config.ts",
        test: {
          ...UNIT,
          name: "unit-dom",
          environment: "happy-dom",
          include: ["src/**/*.test.tsx", "src/**/*.dom.test.ts"],
          setupFiles: ["./tests/between-files.ts"],
        },
      },
      {
        test: {
          ...WITH_BACKEND,
          name: "contract",
          ...filesOf("contract", ["tests/{contract/**/*,verify/smoke}.test.ts"]),
        },
      },
      {
        test: {
          ...WITH_BACKEND,
          name: "product",
          provide: { backend: "convex-test" },
          ...filesOf("product", ["tests/product/**/*.test.ts"]),
        },
      },
      // The same rules on the local backend, to which functions are pushed as to a real one.
      {
        test: {
          ...WITH_BACKEND,
          name: "product-again",
          provide: { backend: "convex-local" },
          include: filesOnEachBackend(),
        },
      },
      // Each runs some of the tests above on a machine that lacks something.
      {
        test: {
          ...TIMEOUTS,
          name: "machines",
          environment: "node",
          include: ["tests/machines/*.test.ts"],
          testTimeout: 1_800_000,
        },
      },
      {
        test: {
          name: "budgets",
          environment: "node",
          include: ["tests/budgets/**/*.test.ts"],
        },
      },
    ],
  },
});
