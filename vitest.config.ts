import { defineConfig } from "vitest/config";
import LongestFirst from "./tests/runner/longest-first.ts";

const PATIENCE_MS = process.env.HARK_SOAK === "1" ? 1_800_000 : 240_000;

/** Ends what hangs. No test is a race against the machine: what may take long is awaited by its event. */
const PATIENCE = { testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS };

/** Two thirds of what unit tests cost is loading the same modules for each file anew. */
const UNIT = { ...PATIENCE, pool: "threads", isolate: false, maxWorkers: 2 } as const;

/** Half of what these take is waiting for a stand-in: one worker more than there are processors. */
const DEPLOYED = {
  ...PATIENCE,
  environment: "node",
  globalSetup: ["tests/contract/deployed-apps.ts"],
  setupFiles: ["tests/judges/verdict.ts"],
  isolate: false,
  maxWorkers: 3,
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
          include: [
            "{convex,local,lint,operate}/**/*.test.ts",
            "src/**/!(*.dom).test.ts",
            "tests/{*,{bench,bench/load,fidelity,fixtures,pictures,runner,security}/*,verify/{record,settings}}.test.ts",
          ],
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
          ...DEPLOYED,
          name: "contract",
          include: ["tests/{contract/**/*,verify/runs/*}.test.ts"],
        },
      },
      { test: { ...DEPLOYED, name: "product", include: ["tests/product/**/*.test.ts"] } },
      { test: { name: "budgets", environment: "node", include: ["tests/budgets/**/*.test.ts"] } },
    ],
  },
});
