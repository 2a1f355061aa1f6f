import { defineConfig } from "vitest/config";
import LongestFirst from "./tests/runner/longest-first.ts";
import { filesOf, filesOnEachBackend } from "./tests/runner/parts.ts";
import { isSoak } from "./tests/soak.ts";

const PATIENCE_MS = isSoak ? 1_800_000 : 600_000;

/** Ends what hangs. No test is a race against the machine: what may take long is awaited by its event. */
const PATIENCE = { testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS };

/** Two thirds of what unit tests cost is loading the same modules for each file anew. */
const UNIT = { ...PATIENCE, pool: "threads", isolate: false, maxWorkers: 2 } as const;

/** Half of what these take is waiting for a stand-in: one worker more than there are processors. */
const WITH_BACKEND = {
  ...PATIENCE,
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
      // The same rules on the local backend, which functions are pushed to as to a real one.
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
          ...PATIENCE,
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
