/** For the runner alone: cases that otherwise run against stand-ins, against the real ones. */
import path from "node:path";
import { defineConfig } from "vitest/config";

/** A real one may take minutes for a month of a test clock. */
const TIMEOUT_MS = 900_000;

export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, "../.."),
    include: ["tests/contract/**/*.test.ts", "tests/verify/*.cases.ts"],
    environment: "node",
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    // One after the other: they share one account, whose requests are counted.
    fileParallelism: false,
    isolate: false,
    reporters: ["default", "./tests/verify/reporter.ts"],
  },
});
