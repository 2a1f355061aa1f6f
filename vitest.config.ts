import { defineConfig } from "vitest/config";

/** Two thirds of what unit tests cost is loading the same modules for each file anew. */
const SHARED = { pool: "threads", isolate: false, maxWorkers: 2 } as const;

// For what hangs, not for what is slow: no test may fail because other work keeps the machine busy.
const HANG_MS = 300_000;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...SHARED,
          name: "unit-node",
          environment: "node",
          testTimeout: HANG_MS,
          hookTimeout: HANG_MS,
          include: [
            "{convex,local,lint}/**/*.test.ts",
            "tests/{*,{bench,fixtures,runner}/*}.test.ts",
          ],
        },
      },
      {
        extends: "./vite.config.ts",
        test: {
          ...SHARED,
          name: "unit-dom",
          environment: "happy-dom",
          include: ["src/**/*.test.{ts,tsx}"],
          setupFiles: ["./tests/between-files.ts"],
        },
      },
      {
        test: {
          name: "contract",
          environment: "node",
          include: ["tests/contract/**/*.test.ts"],
          testTimeout: HANG_MS,
          hookTimeout: HANG_MS,
        },
      },
      {
        test: {
          name: "product",
          environment: "node",
          include: ["tests/product/**/*.test.ts"],
          // Half of each test is waiting for a stand-in, and all files together are the longest step.
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: { name: "budgets", environment: "node", include: ["tests/budgets/**/*.test.ts"] },
      },
    ],
  },
});
